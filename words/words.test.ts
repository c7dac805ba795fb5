import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const { compileGroup } = await import(path.join(import.meta.dirname, "compile.mjs"));
const { findDifferences } = await import(path.join(import.meta.dirname, "compare.mjs"));

const british = { tag: "en-GB", direction: "ltr" };

/** The module of a group, as pages import it. It needs a place from which it finds its own imports. */
async function load(messages: object, tag = british.tag) {
  const generated = path.join(import.meta.dirname, "generated");
  mkdirSync(generated, { recursive: true });
  const folder = mkdtempSync(path.join(generated, "test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "group.ts");
  const direction = tag === "ar" ? "rtl" : "ltr";
  writeFileSync(file, compileGroup({ tag, direction }, messages));
  return import(file);
}

async function compile(message: string, tag?: string) {
  return (await load({ message }, tag)).message;
}

describe("a compiled message", () => {
  it.each([
    "Nobody has answered yet.",
    "It's the admins' queue: you can't.",
    '"`Quoted`", a \\ and a $',
  ])("without parameters is a text: %s", async (message) =>
    expect(await compile(message)).toBe(message),
  );

  it("shows quoted signs as they are", async () => {
    expect(await compile("$'{'name'}', '<'b> or #")).toBe(["$", "{name}, <b> or #"].join(""));
    const say = await compile("{n, plural, one {'#' is #} other {'#' are #}}");
    expect(say({ n: 2 })).toBe("# are 2");
  });

  it("puts parameters where its language wants them", async () => {
    const say = await compile("{title} by {name}, {title}");
    expect(say({ title: "`Trams`", name: "Ada" })).toBe("`Trams` by Ada, `Trams`");
  });

  it.each([
    ["en-GB", "Ada", "Ada"],
    ["en-GB", "مرحبا", "\u2068مرحبا\u2069"],
    ["ar", "مرحبا", "مرحبا"],
    ["ar", "Ada", "\u2068Ada\u2069"],
    ["ar", "50 %", "50 %"],
    ["ar", "ada@example.com", "ada@example.com"],
    ["ar", "https://example.com/surveys", "https://example.com/surveys"],
  ])("in %s keeps what is read the other way together: %s", async (tag, name, shown) => {
    expect((await compile("«{name}»", tag))({ name })).toBe(`«${shown}»`);
    const show = (words: string) => words;
    const markup = await compile("<b>{name}</b>", tag);
    expect(markup({ name, b: show }).props.children).toBe(shown);
  });

  it.each([
    ["en-GB", "1,200.5"],
    ["de", "1.200,5"],
  ])("writes numbers as %s does", async (tag, expected) => {
    expect((await compile("{n, number}", tag))({ n: 1200.5 })).toBe(expected);
  });

  it("writes a moment in UTC", async () => {
    const say = await compile("Until {end, date}");
    expect(say({ end: "2026-11-05T14:05:00Z" })).toBe("Until 5 November 2026 at 14:05");
  });

  it("has the plural form of a number, and that of an exact one before it", async () => {
    const say = await compile("{n, plural, =0 {No votes} one {# vote} other {# votes}} today");
    expect([0, 1, 1200].map((n) => say({ n }))).toEqual([
      "No votes today",
      "1 vote today",
      "1,200 votes today",
    ]);
  });

  it("has all six plural forms of Arabic", async () => {
    const forms = ["zero", "one", "two", "few", "many", "other"];
    const cases = forms.map((form) => `${form} {${form}}`).join(" ");
    const say = await compile(`{n, plural, ${cases}}`, "ar");
    expect([0, 1, 2, 3, 11, 100].map((n) => say({ n }))).toEqual(forms);
  });

  it("counts the right number where plurals stand in a select and beside each other", async () => {
    const say = await compile(
      "{side, select, yes {{a, plural, one {# yes} other {# yeses}}} no {None}}, {b, plural, one {# vote} other {# votes}}",
    );
    expect(say({ side: "yes", a: 2, b: 1 })).toBe("2 yeses, 1 vote");
    expect(say({ side: "no", a: 2, b: 3 })).toBe("None, 3 votes");
  });

  it("chooses by a code, and says `other` to those that it does not name", async () => {
    const say = await compile("{role, select, admin {An admin} other {Somebody}}");
    expect([say({ role: "admin" }), say({ role: "user" })]).toEqual(["An admin", "Somebody"]);
  });

  it("gives the words of a tag to the caller", async () => {
    const say = await compile(
      "See <link>{n, plural, one {# vote} other {# votes}}</link> of {who}.",
    );
    const { props } = say({ n: 2, who: "Ada", link: (words: string) => ({ words }) });
    expect(props.children).toEqual(["See ", { words: "2 votes" }, " of ", "Ada", "."]);
  });

  it("may be one of a table, by its code", async () => {
    const { states } = await load({
      states: { open: "Open", "new-accounts": "{n, number} new", more: { 7: "7 days" } },
    });
    expect(states.open).toBe("Open");
    expect(states["new-accounts"]({ n: 3 })).toBe("3 new");
    expect(states.more[7]).toBe("7 days");
  });

  it("asks for its parameters by their types", () => {
    const code = compileGroup(british, {
      said: "{name} has {n, plural, one {# vote} other {# votes}} since {day, date}",
      strict: "{side, select, yes {Yes} no {No}}",
      loose: "{side, select, yes {Yes} other {No}}",
      marked: "<b>Bold</b>",
    });
    expect(code).toContain("said = (p: { name: string; n: number; day: string }): string");
    expect(code).toContain('strict = (p: { side: "no" | "yes" }): string');
    expect(code).toContain('loose = (p: { side: (string & {}) | "yes" }): string');
    expect(code).toContain("marked = (p: { b: (words: string) => ReactNode }): ReactNode");
  });

  it("brings nothing along that it does not need", () => {
    expect(compileGroup(british, { a: "Yes", b: { c: "No" } })).not.toContain("import");
  });

  it.each([
    ["a tag in a plural", { a: "{n, plural, one {<b>#</b>} other {#}}" }],
    ["a tag in a tag", { a: "<a><b>Bold</b></a>" }],
    ["an offset", { a: "{n, plural, offset:1 one {#} other {#}}" }],
    ["an ordinal", { a: "{n, selectordinal, one {#st} other {#th}}" }],
    ["a tag and a parameter of one name", { a: "<b>Bold</b> {b}" }],
    ["a parameter and a tag of one name", { a: "{b, number} <b>Bold</b>" }],
    ["a style of numbers", { a: "{n, number, percent}" }],
    ["a brace that is not closed", { a: "To {name" }],
    ["a name that code can't import", { "not-sent": "Not sent" }],
  ])("can't have %s", (_what, messages) => {
    expect(() => compileGroup(british, messages)).toThrow();
  });
});

it("becomes longer, accented and bracketed in the pseudo-language, and keeps its parameters", async () => {
  const { pseudonymise } = await import(path.join(import.meta.dirname, "pseudo.mjs"));
  const messages = {
    plain: "It's yours",
    table: { votes: "{n, plural, one {# vote} other {# votes}} of {name}" },
    marked: "See <link>all</link> '{'now'}'.",
  };
  const made = pseudonymise(messages);
  const { plain, table, marked } = await load(made);
  expect(plain).toBe("⟦Ïŧ'š ýöüŕš ····⟧");
  expect(table.votes({ n: 2, name: "Ada" })).toBe("⟦2 ṽöŧéš öƒ Ada ···⟧");
  const { props } = marked({ link: (words: string) => ({ words }) });
  expect(props.children).toEqual(["⟦Šéé ", { words: "⟦àĺĺ ··⟧" }, " {ñöŵ}. ·····⟧"]);
  expect(
    findDifferences(
      { ...british, messages: { messages } },
      { ...british, messages: { messages: made } },
    ),
  ).toEqual([]);
});

describe("a language is compared with English", () => {
  const english = {
    votes: "{n, plural, one {# vote} other {# votes}}",
    to: "To {name}",
    agree: "I agree to the <terms>terms</terms>",
    states: { open: "Open", closed: "Closed" },
  };

  function compare(translated: object, { tag = "de", source = english as object } = {}) {
    return findDifferences(
      { tag: "en-GB", messages: { group: source } },
      { tag, messages: { group: translated } },
    );
  }

  it("and has nothing to correct if it says the same", () => {
    expect(compare(english, { tag: "en-GB" })).toEqual([]);
    expect(
      compare({
        votes: "{n, plural, one {# Stimme} other {# Stimmen}}",
        to: "An {name}",
        agree: "Den <terms>Bedingungen</terms> stimme ich zu",
        states: { closed: "Geschlossen", open: "Offen" },
      }),
    ).toEqual([]);
  });

  it("may order parameters as it likes, and need fewer plural forms", () => {
    const source = { a: "{name}: {n, plural, one {# vote} other {# votes}}" };
    expect(compare({ a: "{n, plural, other {# 票}}：{name}" }, { tag: "zh", source })).toEqual([]);
  });

  it("and must have every message, also of a table, and no other", () => {
    const { to, states, ...others } = english;
    expect(compare({ ...others, states: { open: "Offen", old: "Alt" }, from: "Von" })).toEqual([
      "group.to is missing",
      "group.states.closed is missing",
      "group.states.old is not a message of English",
      "group.from is not a message of English",
    ]);
  });

  it.each([
    ["a parameter is missing", "Hi {name}", "Hi"],
    ["a parameter has another name", "Hi {name}", "Hi {nom}"],
    ["there is one more", "Hi {name}", "Hi {name} {email}"],
    ["a number is written as a text", "{n, number} votes", "{n} Stimmen"],
    ["a tag is missing", "The <terms>terms</terms>", "Die Bedingungen"],
    ["a tag has another name", "The <terms>terms</terms>", "Die <agb>AGB</agb>"],
    ["a code is missing", "{s, select, yes {Yes} no {No}}", "{s, select, yes {Ja}}"],
    ["a code is new", "{s, select, yes {Yes}}", "{s, select, yes {Ja} other {Nein}}"],
  ])("and is built differently if %s", (_what, source, translated) => {
    expect(compare({ a: translated }, { source: { a: source } })).toEqual([
      "group.a has other parameters than in English",
    ]);
  });

  it("and must have all plural forms of its own", () => {
    const source = { votes: english.votes };
    const two = { votes: "{n, plural, one {# صوت} other {# صوت}}" };
    // Versions of Node list the forms in different orders.
    expect(compare(two, { tag: "ar", source }).sort()).toEqual(
      ["few", "many", "two", "zero"].map((form) => `group.votes has no plural form "${form}"`),
    );
  });

  it("also where a plural stands in a tag or in a select", () => {
    const source = {
      tag: "<b>{n, plural, one {#} other {#}}</b>",
      select: "{s, select, yes {{n, plural, one {#} other {#}}}}",
    };
    const translated = {
      tag: "<b>{n, plural, other {#}}</b>",
      select: "{s, select, yes {{n, plural, other {#}}}}",
    };
    expect(compare(translated, { source })).toEqual([
      'group.tag has no plural form "one"',
      'group.select has no plural form "one"',
    ]);
  });

  it("and must say something that can be read", () => {
    const source = { a: "Yes", b: "To {name}", c: "{n, number}%" };
    expect(compare({ a: " ", b: "An {name", c: "{n, number, percent}" }, { source })).toEqual([
      "group.a is empty",
      "group.b can't be read: EXPECT_ARGUMENT_CLOSING_BRACE",
      "group.c can't be read: it can't have a style here",
    ]);
  });

  it("and is not blamed for what can't be read in English", () => {
    const source = { a: "To {name" };
    expect(compare({ a: "An {name}" }, { source })).toEqual([]);
    expect(compare(source, { source, tag: "en-GB" })).toHaveLength(1);
  });
});
