/** By their codes. What the caller's browser claims to be. */
const browsers = {
  edge: "Edge",
  opera: "Opera",
  samsung: "Samsung Internet",
  firefox: "Firefox",
  chrome: "Chrome",
  safari: "Safari",
} as const;
export type BrowserCode = keyof typeof browsers;

const systems = {
  windows: "Windows",
  android: "Android",
  iphone: "an iPhone",
  ipad: "an iPad",
  chromeos: "ChromeOS",
  mac: "a Mac",
  linux: "Linux",
} as const;
export type SystemCode = keyof typeof systems;

/** In words: `firefox/linux` is 'Firefox on Linux', and either of them may be missing. */
export function sayDevice(device: string): string {
  const [, browserCode, systemCode] = /^(\w*)\/(\w*)$/.exec(device) ?? [];
  // Before November 2026, words were stored.
  if (browserCode === undefined) return device;
  const browser: string | undefined = browsers[browserCode as BrowserCode];
  const system: string | undefined = systems[systemCode as SystemCode];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A program on ${system}` : "An unknown program");
}
