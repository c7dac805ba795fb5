import { groupsOf, plainAddress } from "../limits/network.ts";

/**
 * Where a call came from, without the part that identifies a household: the first 24 bits of an
 * IPv4 address, the first 48 of an IPv6 address.
 */
export function shortAddress(address: string): string {
  const plain = plainAddress(address);
  if (plain === "::1" || plain.startsWith("127.")) return "loopback";
  if (!plain.includes(":")) return plain.replace(/\d+$/, "x");
  return `${groupsOf(plain).slice(0, 3).join(":")}:x`;
}

// The order matters: nearly every browser also claims to be those below it.
const browsers: [name: string, mark: RegExp][] = [
  ["Edge", /\bEdgA?(iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|HeadlessChrome|CriOS|Chromium)\//],
  ["Safari", /\bVersion\/.*\bSafari\//],
];

const systems: [name: string, mark: RegExp][] = [
  ["Windows", /Windows/],
  ["Android", /Android/],
  ["an iPhone", /iPhone|iPod/],
  ["an iPad", /iPad/],
  ["ChromeOS", /\bCrOS\b/],
  ["a Mac", /Macintosh|Mac OS X/],
  ["Linux", /Linux|X11/],
];

/** The browser and the system as the caller names them, for example `Firefox on Linux`. */
export function deviceWords(userAgent: string | undefined | null): string {
  const text = userAgent ?? "";
  const browser = browsers.find(([, mark]) => mark.test(text))?.[0];
  const system = systems.find(([, mark]) => mark.test(text))?.[0];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A program on ${system}` : "An unknown program");
}
