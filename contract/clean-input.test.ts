import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findUnclean } from "./clean-input.ts";

function isUtf8(text: string): boolean {
  try {
    encodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

describe("findUnclean", () => {
  it.each(["", "plain", "Žluťoučký kůň", "👩‍👩‍👧‍👦", "\u{10ffff}", "\t\r\n\u0001", "\ufffe"])(
    "lets %j pass",
    (text) => {
      expect(findUnclean({ text, [text]: [text] })).toEqual([]);
    },
  );

  it.each(["\0", "a\0b", "\ud800", "a\udfff", "\udc00\ud800", "👩\ud83d"])(
    "names the field that has %j",
    (text) => {
      const code = "input.text";
      expect(findUnclean({ fine: "x", name: text })).toEqual([{ field: "name", code }]);
      expect(findUnclean({ a: [{ b: "x" }, { b: text }] })).toEqual([{ field: "a.1.b", code }]);
      expect(findUnclean({ a: { [text]: 1 } })).toEqual([{ field: "a", code: "input.names" }]);
      expect(findUnclean(text)).toEqual([{ field: "", code }]);
    },
  );

  it("refuses what is nested without end, and tells of no more than a list can show", () => {
    const deep = JSON.parse(`${"[".repeat(30_000)}${"]".repeat(30_000)}`);
    expect(findUnclean({ deep })).toEqual([
      { field: `deep${".0".repeat(9)}`, code: "input.too-deep" },
    ]);
    expect(findUnclean(Array(10_000).fill("\0"))).toHaveLength(20);
  });

  it("finds exactly the texts that UTF-8 can't carry, or that have NUL", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (any, fine) => {
        const half = fine + String.fromCharCode(0xd800 + (any.length % 0x800)) + fine;
        for (const text of [any, fine, half]) {
          expect(findUnclean([text]).length === 0).toBe(isUtf8(text) && !text.includes("\0"));
        }
      }),
    );
  });
});
