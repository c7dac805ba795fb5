/** The names of browsers, by their codes. What the caller's browser claims to be. */
export const browserNames = {
  edge: "Edge",
  opera: "Opera",
  samsung: "Samsung Internet",
  firefox: "Firefox",
  chrome: "Chrome",
  safari: "Safari",
} as const;
export type BrowserCode = keyof typeof browserNames;

export type SystemCode = "windows" | "android" | "iphone" | "ipad" | "chromeos" | "mac" | "linux";
