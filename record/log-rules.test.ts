import { describe, expect, it } from "vitest";
import { fromHex, toBase64 } from "./bytes.ts";
import { createHeadCheck, createLogReading } from "./log-rules.ts";

const id = "0b2f6c0e-8f0b-4b8e-9a6e-0f1d2c3b4a59";
const root = (byte: string) => fromHex(byte.repeat(32));
const head = (size: number, byte: string) => `checkpoint ${id} ${size} ${toBase64(root(byte))}\n`;
const terms = (closes: string | null, results = "always") =>
  `terms ${id} ${JSON.stringify({ opens: null, closes, results })}\n`;
const time = (text: string) => `time ${text}\n`;
const noon = "2026-11-17T12:00:00.000Z";

function read(...entries: string[]): string[] {
  const { reading, add } = createLogReading(new Date("2026-11-18T00:00:00Z"));
  for (const [place, entry] of entries.entries()) add(entry, place);
  return reading.wrong;
}

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

  it("may not say what nobody understands", () => {
    expect(read("hello\n")[0]).toContain("Entry 0");
  });
});

describe("the record of a survey", () => {
  it("begins with every tree that the log names", () => {
    const check = createHeadCheck([
      { size: 4, root: root("04") },
      { size: 2, root: root("02") },
      { size: 9, root: root("09") },
    ]);
    expect(check.isRight(1, () => root("ff"))).toBe(true);
    expect(check.isRight(2, () => root("02"))).toBe(true);
    expect(check.isRight(3, () => root("ff"))).toBe(true);
    expect(check.isRight(4, () => root("ff"))).toBe(false);
    expect(check.missing()).toBe(9);
    expect(check.isRight(9, () => root("09"))).toBe(true);
    expect(check.missing()).toBeUndefined();
  });
});
