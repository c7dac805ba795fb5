import { describe, expect, it } from "vitest";
import { hashSurveyText } from "../../../record/entries.ts";
import type { Fault } from "../../../record/faults.ts";
import type { Awaited } from "./awaited-votes.ts";
import { compare, type Shown, sayCounted, sayFault, sayNewer } from "./recount-words.ts";

const text = { title: "Trees", description: "More of them", question: "Plant?" };
const recount = {
  size: 1_012,
  root: new Uint8Array(32),
  yes: 1_000,
  no: 9,
  unopened: 0,
  setAside: 2,
  issued: null as number | null,
  newer: 0,
  givenUp: 0,
  texts: [{ hash: hashSurveyText(text), votes: 1_011 }],
  closed: null as string | null,
};
const equal = { yes: 1_000, no: 9 };
const now = new Date(2026, 0, 2, 13, 5);
const inAnHour = new Date(2026, 0, 2, 14, 5).toISOString();
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

interface Looking {
  counted?: typeof recount;
  closesAt?: string | null;
  resultsMode?: "always" | "closed";
  awaited?: Awaited | null;
}

const agrees = { newer: 0, by: null };
const differs = { tone: "error", title: "The result does not fit the record" };

function look(shown: Shown, looking: Looking = {}) {
  const { counted = recount, closesAt = null, resultsMode = "always", awaited = null } = looking;
  return compare(counted, { shown, terms: { closesAt, resultsMode }, awaited, now });
}

describe("the result that is shown", () => {
  it("agrees only if it is the one of the record", () => {
    expect(look(equal)).toEqual(agrees);
    expect(look({ yes: 1_001, no: 12 })).toEqual({ newer: 4, by: inAnHour });
    // As many votes, but one of them on the other side.
    expect(look({ yes: 1_001, no: 8 })).toMatchObject(differs);
    expect(look({ yes: 999, no: 9 })).toMatchObject(differs);
  });

  it("differs if a closed survey shows a single vote more", () => {
    const counted = { ...recount, closed: "2026-01-02" };
    expect(look(equal, { counted })).toEqual(agrees);
    expect(look({ yes: 1_001, no: 9 }, { counted })).toMatchObject(differs);
    expect(look({ yes: 1_001_000, no: 9 }, { counted })).toMatchObject(differs);
  });

  it("waits for the votes of a survey that has just closed, and not for longer", () => {
    const more = { yes: 1_001, no: 9 };
    const half = { closesAt: hoursAgo(0.5) };
    const by = hoursAgo(-0.5);
    expect(look(more, half)).toEqual({ newer: 1, by });
    expect(look(more, { closesAt: hoursAgo(2) })).toMatchObject({
      tone: "error",
      text: expect.stringContaining(
        "1,012 votes were shown, and all of them had to be in the record by 12:05. It has only 1,011.",
      ),
    });
  });

  it("waits until the end for votes that are entered together then", () => {
    const more = { yes: 1_001, no: 9 };
    const secret = { resultsMode: "closed", closesAt: hoursAgo(-48) } as const;
    expect(look(more, secret)).toMatchObject({ by: hoursAgo(-49) });
    expect(look(more, { ...secret, closesAt: null })).toMatchObject({ by: null });
  });

  it("can't put somebody off who looks again", () => {
    const more = { yes: 1_001_000, no: 9 };
    const seen = { votes: 1_001_011, by: hoursAgo(0.1) };
    const text = expect.stringContaining("1,001,011 votes were shown, and all of them had to be");
    const late = { tone: "error", text };
    expect(look(more, { awaited: seen })).toMatchObject(late);
    // Not even if it shows still more now.
    expect(look({ yes: 2_000_000, no: 9 }, { awaited: seen })).toMatchObject(late);
    const soon = { ...seen, by: hoursAgo(-0.1) };
    expect(look(more, { awaited: soon })).toMatchObject({ by: soon.by });
    // Those are in the record by now.
    const entered = { votes: 1_011, by: hoursAgo(0.1) };
    expect(look(more, { awaited: entered })).toMatchObject({ by: inAnHour });
  });
});

describe("the words", () => {
  it("say what was found, and by when the other votes must come", () => {
    const counted = { ...recount, setAside: 0 };
    expect(sayCounted(counted, equal, text)).toEqual([
      "The record is signed by this site.",
      "Your browser has computed the hashes of all 1,012 entries, and they match the signed root.",
      "1,000 votes for yes and 9 for no are in the record, as shown above.",
      "The survey's text is the one that people were asked.",
    ]);
    expect(sayNewer({ newer: 1, by: inAnHour }, now)).toBe(
      "This newer vote must be in the record by 14:05. Please look again then.",
    );
    expect(sayNewer({ newer: 3, by: hoursAgo(-48) }, now)).toMatch(
      /^These 3 newer votes .* 4 January 2026 at 13:05/,
    );
    expect(sayNewer({ newer: 3, by: null }, now)).toContain(
      "within an hour after the survey closes",
    );
  });

  it("say what else is in the record", () => {
    const more = { ...recount, setAside: 1, closed: "2026-01-02" };
    const said = sayCounted(more, { yes: 1_001, no: 9 }, { ...text, title: "Parks" });
    expect(said).toContain("1,000 votes for yes and 9 for no are in the record.");
    expect(said).toContain("1 vote more in it is set aside.");
    expect(said).toContain(
      "The text was edited: 1,011 votes answered an earlier one, and 0 the one that is shown.",
    );
    expect(said).toContain("It was closed on 2 Jan 2026. No vote follows in this record.");
  });

  it("say how many ballot papers were cast, once no more can be", () => {
    const secret = { ...recount, setAside: 0, issued: 1_012 };
    const sentence = "1,012 ballot papers were issued, and 1,009 were cast. Nobody can tell";
    expect(sayCounted(secret, equal).join()).not.toContain(sentence);
    const closed = { ...secret, closed: "2026-01-02" };
    expect(sayCounted(closed, equal).join()).toContain(sentence);
  });

  it("call an edit an edit, and say how many votes answered which text", () => {
    const now = { ...text, question: "Plant none?" };
    const texts = [
      { hash: hashSurveyText(text), votes: 1_000 },
      { hash: hashSurveyText(now), votes: 9 },
    ];
    expect(sayCounted({ ...recount, texts }, equal, now)).toContain(
      "The text was edited: 1,000 votes answered an earlier one, and 9 the one that is shown.",
    );
    const [, last] = texts;
    expect(sayCounted({ ...recount, texts: last ? [last] : [] }, equal, now)).toContain(
      "The survey's text is the one that people were asked.",
    );
  });

  it("say what is wrong", () => {
    expect(look({ yes: 1, no: 2 })).toMatchObject({
      text: expect.stringContaining(
        "The record has 1,000 yes and 9 no, but 1 yes and 2 no are shown.",
      ),
    });
    const say = (code: Fault["code"]) =>
      sayFault({ code, entry: 1_200, other: 7, date: "2026-01-02", text: '"vote"' }).text;
    expect(say("vote-after-closing")).toBe(
      "Entry 1,200 is a vote, but the survey was closed on 2 Jan 2026. Please tell us, and others.",
    );
    expect(say("no-such-vote")).toContain("Entry 1,200 names entry 7, which is no vote");
    expect(say("unreadable")).toContain('can\'t be read: "vote".');
    expect(say("receipt-twice")).toContain("Two votes have the same receipt.");
  });
});
