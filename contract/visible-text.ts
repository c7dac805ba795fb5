// What people write must read as it is stored: nothing in it turns the direction of writing round, so
// that 'nimda' reads 'admin', and nothing is hidden in it. Without Zod, because servers clean names by
// it that other sites send.

/** Scripts whose letters join: a joiner, or the lack of one, changes how the letter before it looks. */
const joining = ["Arab", "Syrc", "Nkoo", "Mong", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml"]
  .concat(["Telu", "Knda", "Mlym", "Sinh", "Khmr", "Mymr", "Tibt"])
  .map((script) => `\\p{Script=${script}}`)
  .join("");

const emoji = "\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?";

/** Characters that can't be seen, together with those that need them. */
const needed = [
  // Persian, Hindi and others: joiners after a letter and its few signs.
  `[${joining}]\\p{Mark}{0,4}[\\u200c\\u200d]`,
  // Families, professions and the like are several emoji in one.
  `${emoji}(?:\\u200d${emoji})+`,
  // As an emoji or as plain text: digits in keys and hearts too.
  "\\p{Emoji}[\\ufe0e\\ufe0f]",
  // Ways to write the same Chinese or Japanese character, which names insist on.
  "\\p{Ideographic}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]",
  "\\p{Script=Mong}[\\u180b-\\u180f]",
  // The flags of England, Scotland and Wales, and no other text in tags.
  ...["gbeng", "gbsct", "gbwls"].map((region) => `\\u{1f3f4}${inTags(region)}\\u{e007f}`),
].join("|");

/**
 * Unicode's own list of what a font shows nothing for, which has zero-width and direction characters
 * and tags; besides it control characters but line breaks and tabs, notes between lines, and an empty
 * pattern of Braille.
 */
const hidden =
  "\\p{Default_Ignorable_Code_Point}|(?![\\t\\n\\r])\\p{Control}|[\\ufff9-\\ufffb\\u2800]";

const neededOrHidden = new RegExp(`(${needed})|${hidden}`, "gu");
const rightToLeft = /(?=\p{Letter})[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** They place full stops and brackets, and can't turn letters round. */
const directionMark = /[\u061c\u200e\u200f]/;
const lineBreaks = /[\t\n\r\u2028\u2029]+/g;

/** The text without what can't be seen. */
function visibleText(text: string): string {
  const mayHaveMarks = rightToLeft.test(text);
  return text.replace(neededOrHidden, (found, isNeeded?: string) =>
    isNeeded || (mayHaveMarks && directionMark.test(found)) ? found : "",
  );
}

/** The same in one line. */
export function visibleLine(text: string): string {
  return visibleText(text.replace(lineBreaks, " ")).trim();
}

export function isVisible(text: string): boolean {
  return visibleText(text) === text;
}

export function isOneLine(text: string): boolean {
  return text.search(lineBreaks) < 0;
}

function inTags(letters: string): string {
  return [...letters].map((letter) => `\\u{e00${letter.charCodeAt(0).toString(16)}}`).join("");
}
