import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);

/** A file with some letters of a font. It is read when a picture needs one of them first. */
export interface FontPart {
  name: string;
  key: string;
  /** From and to, each included. */
  unicodeRange: [number, number][];
  data: () => Promise<Buffer>;
}

/** Those of the pages, and for each script that these lack one of about the same weight. */
const packages = () => ({
  Display: require.resolve("@fontsource-variable/bricolage-grotesque/unicode.json"),
  Text: require.resolve("@fontsource-variable/instrument-sans/unicode.json"),
  Arabic: require.resolve("@fontsource-variable/noto-sans-arabic/unicode.json"),
  Devanagari: require.resolve("@fontsource-variable/noto-sans-devanagari/unicode.json"),
  // With Cyrillic and Japanese.
  Chinese: require.resolve("@fontsource-variable/noto-sans-sc/unicode.json"),
});

// What stands in titles is asked for in the one, everything else in the other.
const scripts = ["Arabic", "Devanagari", "Chinese"];
export const displayFont = ["Display", ...scripts].join(", ");
export const textFont = ["Text", ...scripts].join(", ");

const MOST_CODE_POINTS = 0x110000;

/** All fonts, and which texts can be written with them. Throws if one is not installed. */
export function readFonts() {
  const fonts = Object.entries(packages()).flatMap(([name, list]) => partsOf(name, list));
  const known = new Uint8Array(MOST_CODE_POINTS);
  for (const { unicodeRange } of fonts) {
    for (const [first, last] of unicodeRange) known.fill(1, first, last + 1);
  }
  const isKnown = (sign: string) => known[sign.codePointAt(0) ?? 0] === 1;
  return {
    fonts,
    /** The text without signs that no font has, such as emoji; null if it has such letters. */
    legible(text: string): string | null {
      const signs = [...text];
      if (signs.some((sign) => /\p{L}/u.test(sign) && !isKnown(sign))) return null;
      return signs.filter(isKnown).join("").replace(/\s+/g, " ").trim() || null;
    },
  };
}

/** `list` names the parts of a font, each with its letters as CSS writes them. */
function partsOf(name: string, list: string): FontPart[] {
  const parts: Record<string, string> = JSON.parse(readFileSync(list, "utf8"));
  const folder = path.dirname(list);
  return Object.entries(parts).map(([part, letters]) => {
    const file = `${path.basename(folder)}-${part.replace(/[[\]]/g, "")}-wght-normal.woff2`;
    const key = path.join(folder, "files", file);
    return {
      name,
      key,
      unicodeRange: letters.split(",").map(parseRange),
      data: () => readFile(key),
    };
  });
}

/** `U+0600-06FF`, or `U+20AC`. */
function parseRange(range: string): [number, number] {
  const [first = "", last = first] = range.trim().slice(2).split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
