import { describe, expect, it } from "vitest";
import { fromHex, toBase64 } from "./bytes.ts";
import { compareLogged, createLateCheck } from "./log-complete.ts";
import { createLogReading } from "./log-rules.ts";

const id = "0b2f6c0e-8f0b-4b8e-9a6e-0f1d2c3b4a59";
const root = (byte: string) => fromHex(byte.repeat(32));
const head = (size: number, byte: string) => `checkpoint ${id} ${size} ${toBase64(root(byte))}\n`;
const terms = (closes: string | null, results = "always") =>
  `terms ${id} ${JSON.stringify({ opens: null, closes, results })}\n`;
const time = (text: string) => `time ${text}\n`;
const noon = "2026-11-17T12:00:00.000Z";

function readAll(...entries: string[]) {
  const { reading, add } = createLogReading(new Date("2026-11-18T00:00:00Z"));
  for (const [place, entry] of entries.entries()) add(entry, place);
  return reading;
}

const read = (...entries: string[]) => readAll(...entries).wrong;
const isLate = (...entries: string[]) =>
  readAll(...entries)
    .surveys.get(id)
    ?.heads.map(({ late }) => late);

describe("a log", () => {
  it("may say what happens as it happens", () => {
    expect(
      read(
        terms(null),
        time("2026-11-17T10:00:00.000Z"),
        head(3, "01"),
        // Somebody has closed it by hand, a minute before.
        terms("2026-11-17T11:59:00.000Z"),
        time(noon),
        `closed ${id} 2026-11-17\n`,
        head(5, "02"),
        time("2026-11-17T13:00:00.000Z"),
      ),
    ).toEqual([]);
  });

  it("takes down what is shown, and shows again what was taken down", () => {
    const [down, again] = [`taken-down ${id}\n`, `shown-again ${id}\n`];
    expect(read(terms(null), down, again, down)).toEqual([]);
    expect(read(terms(null), again)).toEqual([`${id} is shown again twice`]);
    expect(read(terms(null), down, down)).toEqual([`${id} is taken down twice`]);
    expect(readAll(terms(null), down).surveys.get(id)?.isDown).toBe(true);
  });

  it("may not name a time before that of witnesses, and enters nothing late by it", () => {
    const witnessed = [{ size: 2, at: Date.parse(noon) }];
    const readSeen = (...entries: string[]) => {
      const { reading, add } = createLogReading(new Date("2026-11-18T00:00:00Z"), witnessed);
      for (const [place, entry] of entries.entries()) add(entry, place);
      return reading;
    };
    const begin = [terms("2026-11-17T10:40:00.000Z"), time("2026-11-17T10:30:00.000Z")];
    // Closed at 10:40, and slow by an hour: its votes are entered at noon.
    const slow = readSeen(...begin, head(3, "01"), time("2026-11-17T11:00:00.000Z"));
    expect(slow.wrong).toEqual([
      "The log names 2026-11-17T11:00:00.000Z after witnesses had signed at 2026-11-17T12:00:00.000Z",
    ]);
    const later = [
      time("2026-11-17T11:55:00.000Z"),
      head(3, "01"),
      time("2026-11-17T12:11:00.000Z"),
    ];
    const late = readSeen(...begin, ...later, head(4, "02"));
    expect(late.wrong).toEqual([]);
    expect(late.surveys.get(id)?.heads.map((one) => one.late)).toEqual([false, true]);
  });

  it("may close earlier than announced, which is told once people have voted", () => {
    const later = "2026-12-01T00:00:00.000Z";
    const soon = "2026-11-17T12:30:00.000Z";
    const announced = (...entries: string[]) => readAll(...entries).surveys.get(id)?.announced;
    expect(announced(terms(later), head(3, "01"), time(noon), terms(soon))).toBe(later);
    expect(announced(terms(null), head(3, "01"), time(noon), terms(soon))).toBe(null);
    expect(announced(terms(later), terms(soon), head(3, "01"))).toBeUndefined();
    expect(announced(terms(soon), head(3, "01"), terms(later))).toBeUndefined();
  });

  it("may begin when a survey was closed already", () => {
    expect(
      read(time(noon), terms("2026-11-01T00:00:00.000Z"), `closed ${id} 2026-11-01\n`),
    ).toEqual([]);
  });

  it("may not backdate a closing", () => {
    const [wrong] = read(terms(null), time(noon), terms("2026-11-15T00:00:00.000Z"));
    expect(wrong).toContain("is backdated to 2026-11-15");
    const earlier = read(
      terms("2026-12-01T00:00:00.000Z"),
      time(noon),
      terms("2026-11-17T09:00:00.000Z"),
    );
    expect(earlier[0]).toContain("the log said that it closes at 2026-12-01");
  });

  it("may open a survey again only as long as nobody's vote is in its record", () => {
    const reopened = [time("2026-11-17T13:00:00.000Z"), terms("2026-11-20T12:00:00.000Z")];
    expect(read(terms(noon), ...reopened)).toEqual([]);
    expect(read(terms(noon), head(3, "01"), ...reopened)[0]).toContain("is opened again");
    // Before it has closed, the closing may move.
    const moved = terms("2026-11-20T12:00:00.000Z");
    expect(read(terms(noon), head(3, "01"), time(noon), moved)).toEqual([]);
  });

  it("may not change who sees the results once votes are in the record", () => {
    expect(read(terms(noon, "closed"), terms(noon, "always"))).toEqual([]);
    const [wrong] = read(terms(noon, "closed"), head(3, "01"), terms(noon, "always"));
    expect(wrong).toContain("Who sees the results of");
  });

  it("tells which trees came when all votes had to be in the record", () => {
    const before = [terms(noon), head(3, "01"), time(noon)];
    const [due, later] = [time("2026-11-17T13:10:00.000Z"), time("2026-11-17T13:30:00.000Z")];
    expect(isLate(...before, head(5, "02"), due, later)).toEqual([false, false]);
    expect(isLate(...before, due, later, head(5, "02"))).toEqual([false, true]);
    // The site did not run when they were due.
    const again = time("2026-11-17T20:00:00.000Z");
    expect(isLate(...before, again, head(5, "02"), again)).toEqual([false, false]);
    // The log names the survey only now.
    expect(isLate(time(noon), again, terms("2026-11-01T00:00:00.000Z"), head(5, "02"))).toEqual([
      false,
    ]);
  });

  it("may not close a survey on another day than it has announced, or twice", () => {
    expect(read(terms(null), `closed ${id} 2026-11-17\n`)[0]).toContain("was to close never");
    expect(read(terms(noon), `closed ${id} 2026-11-16\n`)[0]).toContain(`was to close ${noon}`);
    expect(read(terms(noon), ...Array(2).fill(`closed ${id} 2026-11-17\n`))[0]).toContain("twice");
  });

  it("may not name two trees of a size, or a smaller one", () => {
    expect(read(head(3, "01"), head(3, "02"))[0]).toContain("two histories of 3 entries");
    expect(read(head(3, "01"), head(2, "02"))[0]).toContain("shrinks from 3 to 2");
  });

  it("may not go back in time, or into the future", () => {
    expect(read(time(noon), time("2026-11-17T11:00:00.000Z"))[0]).toContain("goes back");
    expect(read(time("2026-11-19T00:00:00.000Z"))[0]).toContain("is to come");
  });

  it("may not say what nobody understands, but what a newer version does", () => {
    expect(read("hello \n\n")[0]).toContain("Entry 0");
    expect(readAll("hello\n")).toMatchObject({ wrong: [], newer: 1 });
  });
});

describe("the record of a survey", () => {
  it("has as many votes set aside as the log says", () => {
    const aside = (kind: string, votes: number) =>
      `${kind} ${id} ${JSON.stringify({ votes, reason: "r", date: "2026-11-17" })}\n`;
    const { surveys } = readAll(aside("set-aside", 5), aside("restored", 2), head(9, "01"));
    const logged = surveys.get(id);
    if (!logged) throw new Error("Nothing was read");
    const counted = { size: 9, texts: [], closed: null, issued: null };
    expect(() => compareLogged({ ...counted, setAside: 3 }, logged)).not.toThrow();
    expect(() => compareLogged({ ...counted, setAside: 5 }, logged)).toThrow(
      "by the log there are 3",
    );
  });

  it("gets no votes long after the closing", () => {
    const heads = [2, 3, 4].map((size) => ({ size, root: root("00"), late: size > 2 }));
    const count = (...entries: string[]) => {
      const check = createLateCheck(heads);
      for (const [place, entry] of entries.entries()) check.add(entry, place + 1);
      return () => check.refuse();
    };
    expect(count("text a", "vote a", "closed", "set-aside")).not.toThrow();
    expect(count("text a", "vote a", "vote b", "closed")).toThrow("1 votes were entered more");
  });
});
