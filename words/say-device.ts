import { type BrowserCode, browserNames } from "../contract/devices.ts";
import type * as devices from "./generated/en/devices.ts";

/** In words: `firefox/linux` is 'Firefox on Linux', and either of them may be missing. */
export function sayDevice(words: typeof devices, device: string): string {
  const [browserCode, system] = device.split("/");
  const browser: string | undefined = browserNames[browserCode as BrowserCode];
  if (browser && system) return words.browserOn({ browser, system });
  return browser ?? (system ? words.programOn({ system }) : words.unknown);
}
