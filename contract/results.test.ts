import { describe, expect, it } from "vitest";
import { maySeeResults, resultsModes } from "./results.ts";

const visitor = { hasVoted: false, manages: false };
const voter = { hasVoted: true, manages: false };
const manager = { hasVoted: false, manages: true };

describe("who sees the results of a survey", () => {
  it.each([
    ["always", true, true],
    ["voted", false, true],
    ["closed", false, false],
  ] as const)("while it is open, with '%s'", (results, whoHasNotVoted, whoHasVoted) => {
    const survey = { results, isClosed: false, counting: null };
    expect(maySeeResults(survey, visitor)).toBe(whoHasNotVoted);
    expect(maySeeResults(survey, voter)).toBe(whoHasVoted);
    expect(maySeeResults(survey, manager)).toBe(true);
  });

  it.each(resultsModes)("everybody after it is closed, with '%s'", (results) => {
    const survey = { results, isClosed: true, counting: "counted" as const };
    for (const who of [visitor, voter, manager]) expect(maySeeResults(survey, who)).toBe(true);
  });

  it.each([false, true])(
    "nobody before its ballots are counted together, closed: %s",
    (isClosed) => {
      const survey = { results: "closed", isClosed, counting: "closing" } as const;
      for (const who of [visitor, voter, manager]) expect(maySeeResults(survey, who)).toBe(false);
    },
  );
});
