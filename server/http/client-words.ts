import { isIP } from "node:net";

/**
 * Where a call came from, without the part that identifies a household: the first 24 bits of an
 * IPv4 address, the first 48 of an IPv6 address.
 */
export function shortAddress(address: string): string {
  // A server that listens on IPv6 sees an IPv4 caller as `::ffff:203.0.113.7`.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIP(plain) === 4) {
    return plain.startsWith("127.") ? "loopback" : plain.replace(/\d+$/, "x");
  }
  if (isIP(plain) !== 6) return "unknown";
  const groups = expand(plain);
  if (groups.slice(0, 7).every((group) => group === "0") && groups[7] === "1") return "loopback";
  return `${groups.slice(0, 3).join(":")}:x`;
}

/** All eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): string[] {
  // The URL parser accepts every notation and returns a uniform one.
  const uniform = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [head = "", tail] = uniform.split("::");
  const before = head === "" ? [] : head.split(":");
  if (tail === undefined) return before;
  const after = tail === "" ? [] : tail.split(":");
  const gap = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...gap, ...after];
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
