import { describe, expect, it } from "vitest";
import { at, createCheatingSite, ID, type Row } from "../server/testing/cheating-site.ts";
import { usualLimits } from "./bounded-fetch.ts";
import { parseEntry, toText } from "./entries.ts";
import { parseLogEntry, toLogText } from "./log-entries.ts";
import { exitCodeOf, type Finding, verifySite } from "./verify.ts";

// What a verifier does not know is never wrong, and what it knows is checked all the same.

type World = ReturnType<typeof createCheatingSite>;
type Change = (site: World["site"]) => void;

async function verify(change: Change, closed: Change = () => {}) {
  const world = createCheatingSite();
  const { site, addToLog } = world;
  await addToLog("10:00");
  site.rows.push(...world.cast(["yes", "no", "yes"], "10:05"));
  change(site);
  await addToLog("10:20");
  site.rows.push({ kind: "closed", date: at("12:00").slice(0, 10) });
  closed(site);
  await addToLog("12:10");
  const findings: Finding[] = [];
  await verifySite({
    url: "http://site.example",
    fetch: world.fetchFor("first", "12:15"),
    wait: async () => {},
    limits: usualLimits,
    ids: [],
    others: [],
    kept: undefined,
    report: (finding) => void findings.push(finding),
    now: () => new Date(at("12:15")),
  });
  const bad = findings.filter(({ verdict }) => verdict !== "fine");
  return { code: exitCodeOf(findings), said: bad.map(({ about, text }) => `${about}: ${text}`) };
}

const unknown = (text: string) => ({ kind: "unknown", text }) as const;
const aside: Row = { kind: "set-aside", places: [2], reason: "R", date: "2026-01-05" };
const more = { others: { signedBy: ["a", { b: 1 }] } };
const ofRecord = `${ID}: 1 entries were made by a newer version: take a newer verifier`;
const ofLog = "log: 1 entries were made by a newer version: take a newer verifier";

describe("a newer version", () => {
  it.each<[string, Change, string]>([
    ["an entry", ({ rows }) => rows.push(unknown("abstained 5\n")), ofRecord],
    ["one without words", ({ rows }) => rows.push(unknown("sealed\n")), ofRecord],
    ["a member", ({ rows }) => rows.push({ ...aside, ...more } as Row), ofRecord],
    [
      "a whole record",
      ({ rows }) => rows.splice(0, 1, unknown("version 3\n")),
      `${ID}: The record was made by a newer version: take a newer verifier`,
    ],
    ["an entry of the log", ({ log }) => log.push(unknown(`roll ${ID} {}\n`)), ofLog],
    [
      "a member of terms",
      (site) => {
        site.terms = { ...site.terms, others: { voters: "invited" } };
      },
      ofLog,
    ],
  ])("writes %s, which is told", async (_, change, said) => {
    expect(await verify(change)).toEqual({ code: 2, said: [said] });
  });

  it("has a term that is told, and is not compared", async () => {
    const { code, said } = await verify((site) => {
      site.terms = { ...site.terms, results: "quorum" };
    });
    expect(code).toBe(2);
    expect(said).toContain(ofLog);
  });

  it("does not hide what is wrong beside it", async () => {
    const { code, said } = await verify(
      ({ rows }) => rows.push(unknown("abstained 5\n")),
      (site) => void site.rows.splice(2, 1),
    );
    expect(code).toBe(1);
    expect(said.join()).toContain("The site has signed two histories");
  });

  it("writes what it knows as it was written before", () => {
    const date = "2026-01-05";
    const json = `{"places":[2],"reason":"R","date":"${date}","signedBy":["a"]}`;
    expect(toText(parseEntry(`set-aside ${json}\n`))).toBe(`set-aside ${json}\n`);
    const terms = `{"opens":null,"closes":null,"results":"always","voters":"invited"}`;
    expect(toLogText(parseLogEntry(`terms ${ID} ${terms}\n`))).toBe(`terms ${ID} ${terms}\n`);
  });

  it.each([
    `set-aside {"signedBy":[],"places":[2],"reason":"R","date":"2026-01-05"}\n`,
    `set-aside {"places":[2],"reason":"R","date":"2026-01-05","a":1,"a":1}\n`,
    "version 1\n",
    "version 03\n",
    "vote 1234\n",
    "closed soon\n",
    "Abstained 5\n",
    "abstained 5",
    "",
  ])("has no form that is known to be wrong: %j", (text) => {
    expect(() => parseEntry(text)).toThrow("Not an entry");
  });
});
