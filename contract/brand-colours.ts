import { type ColourName, type Oklch, type ThemeName, themeColours } from "./theme-colours.ts";

/** A site's own colour as both themes use it. Pure arithmetic, for the server and for the preview. */

type Triple = readonly [number, number, number];

export const themeNames = ["light", "dark"] as const satisfies ThemeName[];

export interface ThemeColours {
  primary: string;
  primaryContent: string;
  panel: string;
  panelContent: string;
  /** The least contrast of text in this colour, or on it. */
  contrast: number;
  /** How the lightness had to be changed until that is enough. */
  corrected: "darker" | "lighter" | null;
}

/** WCAG 2.2, 1.4.3: text of any size. */
export const AA = 4.5;
// Below it people see a grey, and would not find buttons and links by their colour.
const LEAST_CHROMA = 0.03;
// In percent. Towards black in the light theme, and towards white in the dark one.
const steps = { light: -0.5, dark: 0.5 };

/**
 * What the colour stands on. `base-300` is the surface with the least contrast: a list's item under
 * the pointer.
 */
const surfaces = ["base-100", "base-200", "base-300"] as const;

/** Null for a colour that is nearly grey. The hue stays; lightness gives way to contrast. */
export function brandColours(hex: string): Record<ThemeName, ThemeColours> | null {
  const given = toOklch(readHex(hex));
  if (given[1] < LEAST_CHROMA) return null;
  return { light: coloursOf("light", given), dark: coloursOf("dark", given) };
}

function coloursOf(theme: ThemeName, [lightness, chroma, hue]: Oklch): ThemeColours {
  const step = steps[theme];
  /** A colour of the theme, with the hue of this one. */
  const inHue = (name: ColourName) => {
    const [light, most] = themeColours[theme][name];
    return shown([light, most, hue]);
  };
  const content = inHue("primary-content");
  const others = [...surfaces.map((name) => shown(themeColours[theme][name])), content];
  let light = lightness;
  let primary = shown([light, chroma, hue]);
  const least = () => Math.min(...others.map((other) => contrastOf(primary, other)));
  // Black and white are always enough, so this ends.
  while (least() < AA) {
    light += step;
    primary = shown([light, chroma, hue]);
  }
  return {
    primary: toHex(primary),
    primaryContent: toHex(content),
    panel: toHex(inHue("panel")),
    panelContent: toHex(inHue("panel-content")),
    contrast: Math.floor(least() * 100) / 100,
    corrected: light === lightness ? null : step < 0 ? "darker" : "lighter",
  };
}

// A hundredth of what anybody can see.
const CHROMA_STEPS = 10;

/** As a screen shows it: with as much chroma as sRGB has there, in whole steps. */
function shown([lightness, chroma, hue]: Oklch): Triple {
  const light = Math.min(100, Math.max(0, lightness));
  const inside = (most: number) =>
    toLinear([light, most, hue]).every((part) => part > -0.0005 && part < 1.0005);
  let [most, tooMuch] = inside(chroma) ? [chroma, chroma] : [0, chroma];
  for (let step = 0; step < CHROMA_STEPS && most < tooMuch; step += 1) {
    const middle = (most + tooMuch) / 2;
    if (inside(middle)) most = middle;
    else tooMuch = middle;
  }
  const bytes = toLinear([light, most, hue]).map(toByte);
  return bytes.map(toLight) as unknown as Triple;
}

/** WCAG 2.2: of two colours in linear light. */
export function contrastOf(one: Triple, other: Triple): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Triple): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** `#rrggbb` in linear light. */
export function readHex(hex: string): Triple {
  const part = (start: number) => toLight(Number.parseInt(hex.slice(start, start + 2), 16));
  return [part(1), part(3), part(5)];
}

function toHex(linear: Triple): string {
  return `#${linear.map((part) => toByte(part).toString(16).padStart(2, "0")).join("")}`;
}

/** sRGB's own curve, IEC 61966-2-1. */
function toLight(byte: number): number {
  const part = byte / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function toByte(linear: number): number {
  const part = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055));
}

// Both directions of Oklab: https://bottosson.github.io/posts/oklab/
function toOklch([red, green, blue]: Triple): Oklch {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  const lightness = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  return [lightness * 100, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

function toLinear([percent, chroma, hue]: Oklch): Triple {
  const lightness = percent / 100;
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}
