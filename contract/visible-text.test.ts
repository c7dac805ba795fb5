import { describe, expect, it } from "vitest";
import { displayName, text } from "./fields.ts";
import { visibleLine } from "./visible-text.ts";

const issues = (
  given: string,
  schema = displayName as typeof displayName | ReturnType<typeof text>,
) => schema.safeParse(given).error?.issues.map(({ message }) => message) ?? [];

describe("a name", () => {
  it.each([
    "Zoë Müller-O’Brien",
    "José Ñandú",
    "Nguyễn Thị Ánh",
    "Zoe\u0308 Nguye\u0302\u0303n",
    "أحمد بن محمّد",
    // Persian: the half space within a word.
    "علی می‌خواهم",
    // An abbreviation that ends with a joiner.
    "١٤٤٣ ه‍",
    "شركة C++‎ للبرمجة",
    "דוד בן־גוריון",
    "क्षत्रिय शर्मा",
    "क्‍ष और क्‌ष",
    "শ্রী র‍্যাব",
    "ශ්‍රී ලංකා",
    "ന്‍റെ",
    "王小明",
    "葛󠄀城 渡邉",
    "Ольга Ёлкина",
    "김민수",
    "Ann 👩‍👩‍👧‍👦 👩🏽‍⚕️ 🏳️‍🌈 ❤️‍🔥 1️⃣ ☎︎ 🧑🏽‍🤝‍🧑🏻",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿 🇫🇷",
  ])("may be %s", (name) => {
    expect(issues(name)).toEqual([]);
    expect(visibleLine(name)).toBe(name);
  });

  it.each([
    ["an override", "\u202enimda", "nimda"],
    ["an embedding", "a\u202ab\u202bc\u202cd\u202d", "abcd"],
    ["an isolate", "\u2067admin\u2069", "admin"],
    ["a mark in Latin letters", "ad\u200emin\u200f\u061c", "admin"],
    ["a zero-width space", "ad\u200bmin", "admin"],
    ["a joiner between Latin letters", "ad\u200dmi\u200cn", "admin"],
    ["a joiner after a joiner", "ع\u200d\u200d", "ع\u200d"],
    ["a joiner after one emoji", "👩\u200d admin", "👩 admin"],
    ["a word joiner", "ad\u2060min", "admin"],
    ["a byte order mark", "ad\ufeffmin", "admin"],
    ["a soft hyphen", "ad\u00admin", "admin"],
    ["tags", "admin\u{e0041}\u{e0042}\u{e007f}", "admin"],
    ["another text in the tags of a flag", "🏴\u{e0061}\u{e0062}\u{e007f}", "🏴"],
    ["a variation of a letter", "a\ufe0fdmin\u{e0100}", "admin"],
    ["nothing but fillers", "x\u3164\u115f\uffa0\u2800", "x"],
    ["a control character", "ad\u0007min\u001b[31m\u0085", "admin[31m"],
    ["a grapheme joiner", "ad\u034fmin", "admin"],
  ])("has not %s", (_what, name, cleaned) => {
    expect(issues(name)).toContain("text.hidden");
    expect(issues(name, text(1, 100))).toContain("text.hidden");
    expect(visibleLine(name)).toBe(cleaned);
  });

  it.each(["Ann\nAdmin", "Ann\r\nAdmin", "Ann\u2028Admin", "Ann\u2029Admin", "Ann\tAdmin"])(
    "is one line, unlike %j",
    (name) => {
      expect(issues(name)).toEqual(["text.one-line"]);
      expect(visibleLine(name)).toBe("Ann Admin");
      expect(issues(name, text(1, 100))).toEqual([]);
    },
  );
});
