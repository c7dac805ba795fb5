import type { BrowserCode, SystemCode } from "../../contract/devices.ts";
import { sayDevice } from "../../words/say-device.ts";
import { words } from "../process/words.ts";
import { groupsOf, plainAddress } from "./limits/network.ts";

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
const browsers: [code: BrowserCode, mark: RegExp][] = [
  ["edge", /\bEdgA?(iOS)?\//],
  ["opera", /\bOPR\//],
  ["samsung", /\bSamsungBrowser\//],
  ["firefox", /\b(Firefox|FxiOS)\//],
  ["chrome", /\b(Chrome|HeadlessChrome|CriOS|Chromium)\//],
  ["safari", /\bVersion\/.*\bSafari\//],
];

const systems: [code: SystemCode, mark: RegExp][] = [
  ["windows", /Windows/],
  ["android", /Android/],
  ["iphone", /iPhone|iPod/],
  ["ipad", /iPad/],
  ["chromeos", /\bCrOS\b/],
  ["mac", /Macintosh|Mac OS X/],
  ["linux", /Linux|X11/],
];

/** The browser and the system as the caller names them, for example `firefox/linux`. */
export function deviceOf(userAgent: string | undefined | null): string {
  const text = userAgent ?? "";
  const browser = browsers.find(([, mark]) => mark.test(text))?.[0] ?? "";
  const system = systems.find(([, mark]) => mark.test(text))?.[0] ?? "";
  return `${browser}/${system}`;
}

/** The same in English, for example `Firefox on Linux`. */
export function deviceWords(userAgent: string | undefined | null): string {
  return sayDevice(words.en.devices, deviceOf(userAgent));
}
