import { afterEach, describe, expect, it, vi } from "vitest";
import {
  bound,
  logged,
  open,
  origin,
  ours,
  serve,
  serveLog,
  start,
  surveyId,
  theirs,
  vote,
} from "../server/testing/test-receipt.ts";
import { fromBase64 } from "./bytes.ts";
import { checkReceipt } from "./check-receipt.ts";
import { commitmentOf, type Entry, toText } from "./entries.ts";
import { HAND_OVER_NAME, handOverText } from "./keys.ts";
import { proveLogged } from "./lasting.ts";
import { toLogText } from "./log-entries.ts";
import { prefixOf } from "./places.ts";
import { makePromises } from "./promises.ts";
import { type KeptReceipt, parseFragment, toFragment } from "./receipt-file.ts";
import { type Outcome, type RecordSource, steps, type Verdict } from "./receipt-outcome.ts";
import { sha256Hex } from "./sha256.ts";
import { tilePath } from "./tiles.ts";
import { toLogVkey } from "./vkey.ts";

const receipt = "00112233445566778899aabbccddeeff";
const by = "2026-01-01T13:00:00.000Z";
const early = new Date("2026-01-01T12:30:00.000Z");
const late = new Date("2026-01-01T13:30:00.000Z");

const others = ["1", "2", "3", "4"].map((digit) => vote(digit.repeat(32)));
const before = [...start, ...others.slice(0, 2)];
const complete = [...before, vote(receipt), ...others.slice(2)];

/** Signed alone. */
function promise(choice: "yes" | "no", until = by, site = ours) {
  const commitment = commitmentOf(surveyId, receipt, choice, bound);
  const [made] = makePromises([{ origin, commitment, by: until }], site.sign);
  if (!made) throw new Error("No promise");
  return made;
}

const kept: KeptReceipt = {
  surveyId,
  title: "Is this checked?",
  language: "en",
  receipt,
  choice: "no",
  ...bound,
  origin,
  promise: promise("no"),
  checkpoint: serve(before).checkpoint,
  keys: [ours.key.publicKey],
};

/** The receipts of the votes, by their places. */
const places = Object.fromEntries(
  ["1", "2", "", "3", "4"].map((digit, index) => [index + 2, digit.repeat(32) || receipt]),
);

function aside(kind: "set-aside" | "restored", places: number[]): string {
  const entry: Entry = { kind, places, reason: "Bots", date: "2026-01-02" };
  return toText(entry);
}

it("finds a vote that is counted, and says what was checked", async () => {
  const source = serve(complete);
  const outcome = await checkReceipt(kept, source, late);
  expect(outcome).toEqual({
    verdict: "counted",
    passed: steps.filter((step) => step !== "kept-log"),
    by,
    choice: "no",
    place: 4,
    size: 7,
    checkpoint: source.checkpoint,
    isClosed: false,
    keys: [ours.key.publicKey],
  });
});

it("checks what it can without a file", async () => {
  const source = { ...serve(complete), openRecord: async () => open(complete, places) };
  const digits = await checkReceipt({ surveyId, receipt }, source, late);
  expect(digits).toMatchObject({ verdict: "counted", choice: "no" });
  expect(digits.passed).toEqual(["checkpoint", "inclusion"]);
  const scanned = parseFragment(toFragment(kept));
  const paper = await checkReceipt(scanned ?? { surveyId, receipt }, source, late);
  expect(paper).toMatchObject({ verdict: "counted", by });
  expect(paper.passed).toEqual(["promise", "commitment", "checkpoint", "inclusion", "log"]);
});

it("trusts a receipt from before the first checkpoint", async () => {
  const outcome = await checkReceipt({ ...kept, checkpoint: null }, serve(complete), late);
  expect(outcome.verdict).toBe("counted");
  expect(outcome.passed).not.toContain("consistency");
});

const rewritten = [...before.slice(0, 3), vote("5".repeat(32)), ...complete.slice(4)];
const withChoice = (choice: "yes" | "no") => ({ ...kept, choice, promise: promise(choice) });
const lying = (change: Partial<RecordSource>) => ({ ...serve(complete), ...change });
const unreachable = async () => {
  throw new Error("No network");
};
const serving = (texts: string[]) => lying({ readFile: serve(texts).readFile });

const cases: [string, Verdict, Partial<KeptReceipt>, RecordSource, Date?][] = [
  ["waits within the promised time", "waiting", {}, serve(before), early],
  ["waits for the first checkpoint", "waiting", { checkpoint: null }, noRecord(), early],
  ["finds a broken promise", "promise-broken", {}, serve(before)],
  ["finds a record that is gone", "rewritten", {}, noRecord()],
  ["finds the other choice", "other-choice", withChoice("yes"), serve(complete)],
  ["finds a changed vote of somebody else", "rewritten", {}, serve(rewritten)],
  ["finds a dropped vote of somebody else", "rewritten", {}, serve(complete.toSpliced(2, 1))],
  ["finds a record that was cut off", "rewritten", {}, serve(before.slice(0, 3))],
  ["refuses entries that were not signed", "wrong-proof", {}, serving(rewritten)],
  ["refuses entries that are missing", "wrong-proof", {}, lying({ readFile: none })],
  ["refuses fewer entries than were signed", "wrong-proof", {}, serving(before)],
  ["refuses what must not be in a record", "wrong-proof", {}, serve([...complete, "X\n"])],
  ["counts it beside what a newer version has written", "counted", {}, serve([...complete, "x\n"])],
  ["refuses a site with another key", "other-key", {}, serve(complete, theirs)],
  [
    "refuses a record that is signed with another key",
    "other-key",
    { checkpoint: null },
    lying({ readCheckpoint: async () => serve(complete, theirs).checkpoint }),
  ],
  ["refuses a file with another key", "other-key", fileOf(theirs), serve(complete)],
  ["refuses a changed choice in the file", "damaged", { choice: "yes" }, serve(complete)],
  ["refuses a changed receipt in the file", "damaged", { receipt: "a".repeat(32) }, serve(before)],
  [
    "refuses a later promise in the file",
    "damaged",
    { promise: { ...kept.promise, text: kept.promise.text.replace("2026", "2027") } },
    serve(before),
  ],
  [
    "refuses a changed checkpoint in the file",
    "damaged",
    { checkpoint: kept.checkpoint?.replace("\n4\n", "\n5\n") ?? null },
    serve(complete),
  ],
  ["says that the network is gone", "unreachable", {}, lying({ readFile: unreachable })],
  [
    "finds a vote that is set aside",
    "set-aside",
    {},
    serve([...complete, aside("set-aside", [4])]),
  ],
  [
    "finds a vote that counts again",
    "counted",
    {},
    serve([...complete, aside("set-aside", [4]), aside("restored", [4])]),
  ],
  [
    "finds that another vote is set aside, and not this one",
    "counted",
    {},
    serve([...complete, aside("set-aside", [3])]),
  ],
];

function noRecord(): RecordSource {
  return {
    readKeys: async () => [ours.key],
    readCheckpoint: none,
    readFile: none,
    readPlaces: none,
    openRecord: none,
    log: serveLog([]),
  };
}

async function none() {
  return null;
}

function fileOf(site: typeof ours): Partial<KeptReceipt> {
  return { keys: [site.key.publicKey], promise: promise("no", by, site), checkpoint: null };
}

it.each(cases)("%s", async (_, verdict, changed, source, now = late) => {
  const outcome = await checkReceipt({ ...kept, ...changed }, source, now);
  expect(outcome.verdict).toBe(verdict);
});

it("says why a vote is set aside, and what was checked before the network was gone", async () => {
  const set = serve([...complete, aside("set-aside", [4])]);
  const expected: Partial<Outcome> = { reason: "Bots", date: "2026-01-02", choice: "no" };
  expect(await checkReceipt(kept, set, late)).toMatchObject(expected);
  const gone = await checkReceipt(kept, lying({ readKeys: unreachable }), late);
  expect(gone).toMatchObject({ message: "No network", passed: steps.slice(0, 3) });
});

it("says for digits that are not in the record by when a vote of now will be", async () => {
  const unknown = { surveyId, receipt: "a".repeat(32) };
  const found = { verdict: "not-recorded", by: "2026-01-01T14:30:00.000Z" };
  const openRecord = async () => open(complete, places);
  expect(await checkReceipt(unknown, lying({ openRecord }), late)).toMatchObject(found);
  // Where receipts are hidden, nothing is said about any of them.
  expect((await checkReceipt(unknown, serve(complete), late)).verdict).toBe("hidden");
  expect(await checkReceipt(unknown, noRecord(), late)).toMatchObject(found);
});

it("follows a key that the receipt's own key has introduced", async () => {
  const text = handOverText(fromBase64(theirs.key.publicKey));
  const handOver = (by: typeof ours) => ({
    ...theirs.key,
    handOver: by.sign(text, HAND_OVER_NAME),
  });
  const source = serve(complete, theirs);
  const handedOver = { ...source, readKeys: async () => [handOver(ours), ours.key] };
  expect((await checkReceipt(kept, handedOver, late)).verdict).toBe("counted");
  const selfMade = { ...source, readKeys: async () => [handOver(theirs), ours.key] };
  expect((await checkReceipt(kept, selfMade, late)).verdict).toBe("other-key");
});

it("asks for the same whichever vote is checked, so that nobody can be served a special answer", async () => {
  const askedFor = async (given: KeptReceipt) => {
    const asked: string[] = [];
    const { readFile } = serve(complete);
    const noting = async (path: string) => {
      asked.push(path);
      return readFile(path);
    };
    await checkReceipt(given, lying({ readFile: noting }), late);
    return asked;
  };
  const other = "1".repeat(32);
  const commitment = commitmentOf(surveyId, other, "no", bound);
  const [theirPromise] = makePromises([{ origin, commitment, by }], ours.sign);
  if (!theirPromise) throw new Error("No promise");
  const asked = await askedFor(kept);
  expect(asked).toEqual(["tile/entries/000.p/7"]);
  expect(await askedFor({ ...kept, receipt: other, promise: theirPromise })).toEqual(asked);
});

/** A record of 6,000 votes, in which this one is at place 3,002. */
const many = (() => {
  const receipts = Array.from({ length: 6_000 }, (_, n) => sha256Hex(`${n}`).slice(0, 32));
  receipts[3_000] = receipt;
  const texts = [...start, ...receipts.map((one) => vote(one))];
  const readPlaces = async (prefix: string, bits: number) => ({
    places: receipts.flatMap((one, n) => (prefixOf(one, bits) === prefix ? n + 2 : [])),
    others: [0, 1],
  });
  return { texts, readPlaces };
})();
const fortyNine = async () => ({ places: Array.from({ length: 49 }, (_, n) => n), others: [] });

describe("a large record", () => {
  const source = { ...serve(many.texts), readPlaces: many.readPlaces };
  const check = (changed: Partial<RecordSource>, given: Partial<KeptReceipt> = {}) =>
    checkReceipt({ ...kept, checkpoint: null, ...given }, { ...source, ...changed }, late);

  it("is asked only where receipts are that begin alike, for all of them", async () => {
    const asked: string[] = [];
    const noting = async (path: string) => {
      asked.push(path);
      return source.readFile(path);
    };
    const outcome = await check({ readFile: noting });
    expect(outcome).toMatchObject({ verdict: "counted", place: 3_002, choice: "no" });
    expect(outcome.passed).toContain("log");
    const { places } = await many.readPlaces(prefixOf(receipt, 5), 5);
    expect(places.length).toBeGreaterThan(128);
    const tiles = new Set(places.map((place) => Math.floor(place / 256)));
    expect(new Set(asked.filter((path) => path.startsWith("tile/0/")))).toEqual(
      new Set(
        Array.from(tiles, (number) =>
          tilePath({ level: 0, number, width: number === 23 ? 114 : 256 }),
        ),
      ),
    );
    expect(asked.filter((path) => path.includes("entries"))).toEqual(["tile/entries/000"]);
  });

  it("has to name at least fifty, and this one among them", async () => {
    expect((await check({ readPlaces: fortyNine })).verdict).toBe("wrong-proof");
    expect((await check({ readPlaces: none })).verdict).toBe("wrong-proof");
    const without = async (prefix: string, bits: number) => {
      const found = await many.readPlaces(prefix, bits);
      return { ...found, places: found.places.filter((place) => place !== 3_002) };
    };
    expect((await check({ readPlaces: without })).verdict).toBe("promise-broken");
  });

  it("tells a changed choice, a rewritten record, and hashes that were not signed", async () => {
    const turned = many.texts.with(3_002, vote(receipt, "yes"));
    const { readFile, readCheckpoint, log } = serve(turned);
    expect((await check({ readFile, readCheckpoint, log })).verdict).toBe("other-choice");
    const { checkpoint } = serve(many.texts.slice(0, 5_000));
    expect((await check({}, { checkpoint })).passed).toContain("consistency");
    const other = serve(turned.slice(0, 5_000)).checkpoint;
    expect((await check({}, { checkpoint: other })).verdict).toBe("rewritten");
    expect((await check({ readFile })).verdict).toBe("wrong-proof");
    expect((await check({ readFile: none })).verdict).toBe("wrong-proof");
  });

  it("tells that the vote is set aside, and for which text it was", async () => {
    const more = [
      ...many.texts,
      aside("set-aside", [3_002]),
      toText({ kind: "closed", date: "2026-01-01" }),
    ];
    const readPlaces = async (prefix: string, bits: number) => ({
      ...(await many.readPlaces(prefix, bits)),
      others: [0, 1, 6_002, 6_003],
    });
    const outcome = await check({ ...serve(more), readPlaces });
    expect(outcome).toMatchObject({ verdict: "set-aside", reason: "Bots", isClosed: true });
  });
});

const keptWith = (until: string): KeptReceipt => ({ ...kept, promise: promise("no", until) });

it("finds another text, a shared receipt, and a file that was changed", async () => {
  const verdictOf = async (given: KeptReceipt, source: RecordSource) =>
    (await checkReceipt(given, source, late)).verdict;
  const text = { ...bound, textHash: "b".repeat(64) };
  expect(
    await verdictOf(
      kept,
      serve([...before, toText({ kind: "text", hash: text.textHash }), vote(receipt, "no", text)]),
    ),
  ).toBe("other-text");
  // One receipt for two people: the nonce in the record is somebody else's.
  const theirNonce = { ...bound, nonce: "8".repeat(32) };
  const shared = [...before, vote(receipt, "no", theirNonce)];
  expect(await verdictOf(kept, serve(shared))).toBe("promise-broken");
  expect(await verdictOf({ ...kept, nonce: "8".repeat(32) }, serve(complete))).toBe("damaged");
  expect(await verdictOf({ ...kept, textHash: text.textHash }, serve(complete))).toBe("damaged");
});

const closing = (closes: string | null, ...after: string[]) =>
  serveLog([
    toLogText({ kind: "terms", survey: surveyId, opens: null, closes, results: "closed" }),
    ...after,
  ]);

it("waits for the closing of a survey with a hidden result, and then for an hour", async () => {
  const own = keptWith("closing");
  const check = (at: string | null) =>
    checkReceipt(own, { ...serve(before), log: closing(at) }, late);
  expect(await check(null)).toMatchObject({ verdict: "waiting", by: "closing" });
  const closes = "2026-01-01T13:00:00.000Z";
  expect(await check(closes)).toMatchObject({ verdict: "waiting", by: closes });
  expect(await check("2026-01-01T12:00:00.000Z")).toMatchObject({ verdict: "promise-broken" });
});

it("calls a vote that was entered only after the promised time a broken promise", async () => {
  const source = serve(complete, ours, "2026-01-01T15:00:00.000Z");
  const asked = new Date("2026-01-01T15:01:00.000Z");
  expect(await checkReceipt(kept, source, asked)).toMatchObject({
    verdict: "promise-broken",
    by,
    named: "2026-01-01T15:00:00.000Z",
    place: 4,
  });
  // In the record, and never in the log.
  const times = [toLogText({ kind: "time", time: "2026-01-01T15:00:00.000Z" })];
  const unnamed = { ...source, log: serveLog([...logged(4, serve(before).root, by), ...times]) };
  expect((await checkReceipt(kept, unnamed, asked)).verdict).toBe("promise-broken");
  // Of the slack, half is used.
  const slow = serve(complete, ours, "2026-01-01T13:05:00.000Z");
  expect((await checkReceipt(kept, slow, asked)).verdict).toBe("counted");
  // At the closing, an hour later at most.
  const own = keptWith("closing");
  const closes = "2026-01-01T12:30:00.000Z";
  const enteredAt = (time: string) => ({
    ...source,
    log: closing(closes, ...logged(7, source.root, time)),
  });
  const verdictAt = async (time: string) =>
    (await checkReceipt(own, enteredAt(time), asked)).verdict;
  expect(await verdictAt("2026-01-01T13:25:00.000Z")).toBe("counted");
  expect(await verdictAt("2026-01-01T14:00:00.000Z")).toBe("promise-broken");
});

it("believes a log only what it has signed, and that it names this record", async () => {
  const source = serve(complete);
  const verdictWith = async (log: typeof source.log) =>
    (await checkReceipt(kept, { ...source, log }, late)).verdict;
  const other = serve(rewritten).root;
  expect(await verdictWith(serveLog(logged(7, other, by)))).toBe("rewritten");
  expect(await verdictWith(serveLog(logged(9, other, by)))).toBe("rewritten");
  const signed = serveLog(logged(7, other, by));
  const forged = { ...source.log, readFile: signed.readFile };
  expect(await verdictWith(forged)).toBe("wrong-proof");
  const unsigned = { ...source.log, readCheckpoint: serveLog([], theirs).readCheckpoint };
  expect(await verdictWith(unsigned)).toBe("wrong-proof");
  expect(await verdictWith({ ...source.log, readAbout: none })).toBe("unreachable");
  const backwards = [...logged(7, source.root, by), ...logged(7, source.root, early.toISOString())];
  expect(await verdictWith(serveLog(backwards))).toBe("wrong-proof");
});

it("reads a long log back to the vote, and no further", async () => {
  const source = serve(complete);
  const minute = (n: number) => new Date(Date.parse(by) + n * 60_000).toISOString();
  const entries = Array.from({ length: 1_000 }, (_, n) =>
    toLogText({ kind: "time", time: minute(n - 900) }),
  );
  entries.splice(880, 0, ...logged(7, source.root, minute(-20)).slice(0, 1));
  const log = serveLog(entries);
  const asked: string[] = [];
  const noting = async (path: string) => {
    asked.push(path);
    return log.readFile(path);
  };
  const outcome = await checkReceipt(
    kept,
    { ...source, log: { ...log, readFile: noting } },
    new Date(minute(99)),
  );
  expect(outcome.verdict).toBe("counted");
  expect(asked.filter((path) => path.includes("entries"))).toEqual(["tile/entries/003.p/233"]);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it("says that this browser can't check signatures", async () => {
  vi.stubGlobal("crypto", {});
  expect((await checkReceipt(kept, serve(complete), late)).verdict).toBe("no-signatures");
});

describe("a receipt that was proved in the log", () => {
  const moreLog = [...logged(complete.length, serve(complete).root, "2026-01-01T12:35:00.000Z")];
  const atProof = { ...serve(complete), log: serveLog(moreLog) };

  async function proved(checkpoint: string | null = null): Promise<KeptReceipt> {
    const ofLog = await proveLogged({ ...kept, checkpoint }, 4, atProof);
    if (!ofLog) throw new Error("Not in the log");
    return { ...kept, checkpoint, ...ofLog };
  }
  const check = async (source: RecordSource, given = proved()) =>
    checkReceipt(await given, source, early);

  it("is counted where both go on from there", async () => {
    const log = serveLog([...moreLog, "time 2026-01-01T12:50:00.000Z\n"]);
    const { verdict, passed } = await check({ ...serve(complete), log });
    expect(verdict).toBe("counted");
    expect(passed).toEqual(expect.arrayContaining(["kept-log", "consistency"]));
  });

  // As if an older backup had been restored: the promise is not due yet, so nothing else is missing.
  it("tells that the log was put back, also when it has grown again", async () => {
    const log = serveLog(["time 2026-01-01T11:00:00.000Z\n"]);
    expect(await check({ ...serve(before), log })).toMatchObject({ verdict: "rolled-back" });
    const other = ["12:00", "12:10", "12:20"].map((at) => `time 2026-01-01T${at}:00.000Z\n`);
    const grown = { ...serve(before), log: serveLog(other) };
    expect(await check(grown)).toMatchObject({ verdict: "rolled-back" });
  });

  const refuse = () => Promise.reject(Object.assign(new Error("no"), { code: "record_refused" }));
  const refused = { ...serveLog([]), readCheckpoint: refuse };

  it("tells that the record was put back, whatever the log answers", async () => {
    for (const log of [refused, { ...refused, readAbout: async () => null }]) {
      expect(await check({ ...serve(before), log })).toMatchObject({ verdict: "rewritten" });
    }
    const none = { ...serve(before), log: refused, readCheckpoint: async () => null };
    expect(await check(none)).toMatchObject({ verdict: "rewritten" });
  });

  it("tells that the site refuses its log, or its record", async () => {
    expect(await check({ ...serve(complete), log: refused })).toMatchObject({ verdict: "refused" });
    const record = { ...serve(complete), log: serveLog(moreLog), readCheckpoint: refuse };
    expect(await check(record)).toMatchObject({ verdict: "refused" });
    // Also to somebody who has never looked before, once the promise is due.
    const missing = { ...serve(complete), log: refused };
    expect(await checkReceipt(kept, missing, late)).toMatchObject({ verdict: "refused" });
  });

  it("is proved anew with a key that the receipt's own has introduced", async () => {
    const text = handOverText(fromBase64(theirs.key.publicKey));
    const handOver = ours.sign(text, HAND_OVER_NAME);
    const source = {
      ...serve(complete, theirs),
      readKeys: async () => [{ ...theirs.key, handOver }, ours.key],
    };
    const {
      verdict,
      keys = [],
      checkpoint = null,
    } = await checkReceipt({ ...kept, checkpoint: null }, source, early);
    expect(verdict).toBe("counted");
    expect(await checkReceipt({ ...kept, keys, checkpoint }, source, early)).toMatchObject({
      verdict: "counted",
    });
  });

  it("is damaged if the proof is of another vote, or of another key's log", async () => {
    const { logged: ofLog, logKeys = [] } = await proved();
    if (!ofLog) throw new Error("No proof");
    const ask = (given: Partial<KeptReceipt>) =>
      check(atProof, Promise.resolve({ ...kept, logged: ofLog, logKeys, ...given }));
    expect(await ask({ logged: { ...ofLog, place: 3 } })).toMatchObject({ verdict: "damaged" });
    const stranger = toLogVkey("example.org/log", theirs.key.publicKey);
    expect(await ask({ logKeys: [stranger] })).toMatchObject({ verdict: "damaged" });
  });
});
