import { createHash } from "node:crypto";
import { brandColours } from "../../../contract/brand-colours.ts";
import type { PlainCode } from "../../../contract/errors.ts";
import { PAPER } from "../../../contract/site.ts";

const PNG_START = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const PNG_END = Buffer.from("0000000049454e44ae426082", "hex");
// Smaller ones are no picture on any screen. Larger ones take a browser megabytes to draw, whatever
// their file has.
const [LEAST_PIXELS, MOST_PIXELS] = [16, 1024];

const svgStart = /^(\s|<\?xml[^?]*\?>|<!--(?:(?!-->).)*-->)*<svg[\s>]/s;

interface CheckedPicture {
  /** Its address below `/brand/`. It changes with the content, so it may be kept for ever. */
  file: string;
}

/** Decides by the bytes alone what a picture is, and whether it may be served. */
export function checkPicture(bytes: Buffer): CheckedPicture | { refused: PlainCode } {
  if (bytes.subarray(0, PNG_START.length).equals(PNG_START)) return checkPng(bytes);
  const text = readText(bytes);
  if (text === null || !svgStart.test(text)) {
    return { refused: "picture.type" };
  }
  if (!isStillDrawing(text)) return { refused: "picture.unsafe" };
  return { file: `${hashOf(bytes)}.svg` };
}

function checkPng(bytes: Buffer): CheckedPicture | { refused: PlainCode } {
  // Nothing may follow the picture, such as a program that the bytes are as well.
  if (!bytes.subarray(-PNG_END.length).equals(PNG_END)) return { refused: "picture.type" };
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const fits = [width, height].every((side) => side >= LEAST_PIXELS && side <= MOST_PIXELS);
  if (!fits) return { refused: "picture.pixels" };
  return { file: `${hashOf(bytes)}-${width}x${height}.png` };
}

function hashOf(bytes: Buffer | string): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}

/** Null if it is no UTF-8: in another encoding, what is searched for could be spelled otherwise. */
function readText(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const declared = /^<\?xml[^?]*encoding=["']([^"']*)/.exec(text)?.[1] ?? "utf-8";
    return /^utf-8$/i.test(declared) && !text.includes("\0") ? text : null;
  } catch {
    return null;
  }
}

/** Elements that run something, show another document, or lead away. */
const active =
  /<(?:[^\s<>/]*:)?(?:script|foreignObject|iframe|object|embed|audio|video|canvas|handler|listener|a|set|animate\w*|discard|link|meta|base)[\s/>]/i;
const eventAttribute = /[\s"'/](?:[^\s=<>"'/]*:)?on\w+\s*=/i;
/** Whatever else reads from elsewhere. A document type can define new spellings of all of this. */
const elsewhere = /<!(?!--)|<\?(?!xml\s)|xml:base|@import|image-set|\\|javascript:|expression\(/i;
const reference = /(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/gi;
const styleAddress = /url\(\s*["']?([^"')]*)/gi;
const ownAddress = /^\s*(?:#|data:image\/(?:png|jpeg|gif|webp);base64,)/i;

/**
 * Whether an SVG only draws. It searches the text, and more than an XML parser would find, so it may
 * refuse a harmless one. Even a harmful one could do nothing: it is only shown as an image, and is
 * sent with a policy that lets it load and run nothing.
 */
function isStillDrawing(text: string): boolean {
  // The only other spelling of a character, without a document type.
  const plain = text.replace(/&#(x[0-9a-f]+|\d+);?/gi, (whole, code: string) => {
    const point = Number(code.replace(/^x/i, "0x"));
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
  if ([text, plain].some((each) => active.test(each) || eventAttribute.test(each))) return false;
  if (elsewhere.test(plain)) return false;
  const addresses = [
    ...Array.from(plain.matchAll(reference), ([, one, two, three]) => one ?? two ?? three ?? ""),
    ...Array.from(plain.matchAll(styleAddress), ([, address]) => address ?? ""),
  ];
  return addresses.every((address) => ownAddress.test(address));
}

/** Gives every question a place of its own on the page. */
export function withPlaces<Item extends { id?: string | undefined }>(items: readonly Item[]) {
  const taken = new Set<string>();
  return items.map((item, index) => {
    const id = item.id && !taken.has(item.id) ? item.id : `question-${index + 1}`;
    taken.add(id);
    return { ...item, id };
  });
}

/** What the mark is drawn in where the site has a colour and no picture of its own. */
export const bubbleFile = (colour: string) => `bubble-${colour.slice(1)}.svg`;
export const themeFile = (colour: string) => `theme-${hashOf(themeOf(colour))}.css`;

export function brandAddress(file: string | null): string | null {
  return file && `/brand/${file}`;
}

/** The colour in both themes, as it replaces variables of `contract/theme-colours.ts`. */
export function themeOf(colour: string): string {
  const colours = brandColours(colour);
  if (!colours) return "";
  const [light, dark] = [colours.light, colours.dark].map(
    ({ primary, primaryContent, panel, panelContent }) =>
      `--color-primary:${primary};--color-primary-content:${primaryContent};--panel:${panel};--panel-content:${panelContent}`,
  );
  // Paper is white, so what is printed has the light ones.
  return `:root{${light}}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
@media screen{:root[data-theme=dark]{${dark}}}
`;
}

/** The built-in mark, `web/app/favicon.svg`, in the site's colour. */
export function bubbleOf(colour: string): string | null {
  const light = brandColours(colour)?.light;
  if (!light) return null;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="${light.primary}" d="M8 2h24a6 6 0 0 1 6 6v18a6 6 0 0 1-6 6H19l-8 7v-7H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Z"/><path fill="${light.primaryContent}" d="M9 10.5h20v5H9z"/><path fill="${light.primaryContent}" opacity=".55" d="M9 18.5h12v5H9z"/></svg>`;
}

/**
 * A picture that a phone may cut to any shape: small enough for the circle that is always left, on
 * the paper of the light theme.
 */
export function maskableOf(bytes: Buffer, type: string): string {
  const data = `data:${type};base64,${bytes.toString("base64")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path fill="${PAPER}" d="M0 0h512v512H0z"/><image x="116" y="116" width="280" height="280" href="${data}"/></svg>`;
}
