import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createSigner } from "../server/record/signing/signer.ts";
import {
  at,
  BALLOT_KEY,
  ballotOf,
  type Cheating,
  createCheatingSite,
  type Given,
  ID,
  isVote,
  type Row,
} from "../server/testing/cheating-site.ts";
import { createPaperCheck } from "./ballots.ts";
import { usualLimits } from "./bounded-fetch.ts";
import { toBase64 } from "./bytes.ts";
import { checkReceipt } from "./check-receipt.ts";
import { compareShown } from "./compare-shown.ts";
import { changedQuestion, hashSurveyText } from "./entries.ts";
import { parsePolicy } from "./log-policy.ts";
import { parseOpened } from "./opened-file.ts";
import { isSoon } from "./promises.ts";
import type { GivenReceipt } from "./receipt-file.ts";
import { openPromiseOf } from "./receipt-file.ts";
import type { RecordSource } from "./receipt-outcome.ts";
import { createRecount } from "./recount.ts";
import type { PublishedText, ShownSurvey } from "./site-reader.ts";
import { exitCodeOf, type Finding, type KeptSite, verifySite } from "./verify.ts";

// What an operator with the database, the key and the code can do, and who notices. `server/record/survey-record`
// and `server/record/site-log` try some of it on the real site; here the site is whatever it wants to be.

type World = ReturnType<typeof createCheatingSite>;
type Site = World["site"];
const readers = ["browser", "first", "returning", "policy"] as const;
type Reader = (typeof readers)[number];

interface Cheat {
  results?: "always" | "closed";
  /** Before the log begins. */
  starting?: (site: Site) => void;
  /** Before the voters have their receipts. */
  answering?: (site: Site, world: World) => void;
  /** Before the votes are entered, at 10:10. */
  entering?: (site: Site) => void;
  /** After they were entered, and somebody has looked. */
  later?: (site: Site, world: World) => void | Promise<void>;
  /** After the survey and its record were closed, at 12:10. */
  closed?: (site: Site, world: World) => void | Promise<void>;
  /** Its record is not closed. */
  staysOpen?: true;
  /**
   * What is found, `next` if only at a second look. `verifiers` stands for all of them. Whoever is not
   * named finds nothing.
   */
  found: Partial<Record<Reader | "verifiers", string>>;
}

// The first one is the voter's who watches.
const DAY = at("12:00").slice(0, 10);
const VOTES: ("yes" | "no")[] = [..."nyyyyyyynnnnn"].map((one) => (one === "y" ? "yes" : "no"));

async function live({ results = "always", ...cheat }: Omit<Cheat, "found">) {
  const world = createCheatingSite(results);
  const { site, addToLog } = world;
  cheat.starting?.(site);
  await addToLog("10:00");
  const given = world.cast(VOTES, "10:05");
  const cast = { ...given[0] };
  cheat.answering?.(site, world);
  const keys = [toBase64(site.signer.publicKey)];
  // The browser has chosen both, and does not take them from the answer.
  const own = { choice: cast.vote, nonce: cast.nonce };
  const receipt = { surveyId: ID, ...given[0], ...own, keys } as GivenReceipt;
  const alarms = [await takeReceipt(receipt, site)];
  const isHidden = results === "closed";
  if (!isHidden) enter(site, cheat);
  await addToLog("10:20");
  const before = await look(world, "returning", "10:30");
  const seen = await look(world, "policy", "10:30");
  await cheat.later?.(site, world);
  await addToLog("11:17");
  alarms.push(await watch(world, receipt, "11:20"));
  const isClosed = !cheat.staysOpen && (site.terms.closes ?? "never") <= at("12:00");
  if (isHidden && isClosed) enter(site, cheat);
  if (isClosed) site.rows.push({ kind: "closed", date: DAY });
  await addToLog("12:10");
  await cheat.closed?.(site, world);
  await addToLog("13:10");
  alarms.push(await watch(world, receipt, "13:15"), await recount(world, "13:15"));
  const first = await look(world, "first", "13:15");
  const returning = await look(world, "returning", "13:15", before.kept);
  const policy = await look(world, "policy", "13:15", seen.kept);
  await addToLog("14:15");
  const next = async (reader: Reader, { kept, said }: Looked) =>
    said || (await look(world, reader, "14:20", kept)).said.replace(/^./, "next $&");
  return {
    browser: alarms.find((alarm) => alarm !== "") ?? "",
    first: await next("first", first),
    returning: await next("returning", returning),
    policy: await next("policy", policy),
  };
}

function enter(site: Site, cheat: Omit<Cheat, "found">): void {
  site.rows.push(...site.votes);
  cheat.entering?.(site);
}

/** What the page does when the vote is answered. */
async function takeReceipt(receipt: GivenReceipt, { terms }: Site): Promise<string> {
  const promised = await openPromiseOf(receipt, receipt.keys ?? []);
  if (typeof promised === "string") return promised;
  const asked = { resultsMode: terms.results, ballot: "named" } as const;
  return isSoon(promised.by, asked, new Date(at("10:05"))) ? "" : "not soon";
}

/** What it does later, by itself. */
async function watch(world: World, receipt: GivenReceipt, time: string): Promise<string> {
  const outcome = await checkReceipt(receipt, sourceOf(world, time), new Date(at(time)));
  const { verdict, checkpoint } = outcome;
  // The next time, the record must go on from here.
  if (verdict === "counted" && checkpoint) receipt.checkpoint = checkpoint;
  // The page raises an alarm when nothing was served for a day.
  if (verdict === "unreachable") return "next unreachable";
  return ["counted", "waiting"].includes(verdict) ? "" : verdict;
}

/** What it does where results are shown. */
async function recount(world: World, time: string): Promise<string> {
  const { openRecord } = sourceOf(world, time);
  const read = world.fetchFor("browser", time);
  const shown = await read(`http://x/record/${ID}/survey`);
  const answered = await read(`http://x/record/${ID}/texts`);
  if (!shown.ok || !answered.ok) return "";
  const survey = (await shown.json()) as ShownSurvey;
  const texts = (await answered.json()) as PublishedText[];
  if (!survey.shown) return "";
  const counting = createRecount(ID);
  try {
    const papers = await createPaperCheck(ID, world.site.terms.ballotKey);
    for await (const entry of (await openRecord()) ?? []) {
      counting.addOpened(entry);
      await papers.check(entry);
    }
    const counted = counting.finish();
    for (const { hash } of counted.texts) {
      const asked = texts.find((text) => hashSurveyText(text) === hash);
      if (changedQuestion(asked, survey.shown) !== undefined) return "another question";
    }
    compareShown(counted, survey, new Date(at(time)));
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

function sourceOf(world: World, time: string): RecordSource {
  const read = async (path: string) => {
    const answer = await world.fetchFor("browser", time)(`http://x${path}`);
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`It answers ${answer.status}`);
    return answer;
  };
  const json = async <Form>(path: string) => ((await read(path))?.json() ?? null) as Form | null;
  const textAt = async (path: string) => (await read(path))?.text() ?? null;
  const filesOf = (tree: string) => async (path: string) => {
    const bytes = await (await read(`${tree}/${path}`))?.arrayBuffer();
    return bytes ? new Uint8Array(bytes) : null;
  };
  return {
    readKeys: async () => (await json("/record/keys")) ?? Promise.reject(new Error("No keys")),
    readCheckpoint: () => textAt(`/record/${ID}/checkpoint`),
    readFile: filesOf(`/record/${ID}`),
    readPlaces: async () => null,
    async openRecord() {
      const body = (await read(`/record/${ID}/opened`))?.body;
      return body ? parseOpened(body, 65_536) : null;
    },
    log: {
      readAbout: () => json("/log/keys"),
      readCheckpoint: async () => (await textAt("/log/checkpoint")) ?? "",
      readFile: filesOf("/log"),
    },
  };
}

interface Looked {
  kept: KeptSite | undefined;
  said: string;
}

/** A run of the verifier. */
async function look(world: World, reader: Reader, time: string, kept?: KeptSite): Promise<Looked> {
  const findings: Finding[] = [];
  const next = await verifySite({
    url: "http://site.example",
    fetch: world.fetchFor(reader, time),
    wait: async () => {},
    limits: usualLimits,
    ids: [],
    others: [],
    kept,
    ...(reader === "policy" && { policy: parsePolicy(world.policy()) }),
    report: (finding) => void findings.push(finding),
    now: () => new Date(at(time)),
  });
  const code = exitCodeOf(findings);
  const worst = findings.find(({ verdict }) => verdict === (code === 1 ? "wrong" : "unchecked"));
  return { kept: next, said: worst ? `${code}: ${worst.text}` : "" };
}

it("finds nothing on an honest site", async () => {
  const nothing = { browser: "", first: "", returning: "", policy: "" };
  expect(await live({})).toEqual(nothing);
  expect(await live({ results: "closed" })).toEqual(nothing);
});

const other = { yes: "no", no: "yes" } as const;
const indexOfOwn = ({ rows }: Site) => rows.findIndex(isVote);
const drop = (site: Site) => void site.rows.splice(indexOfOwn(site), 1);
const turn = (row: Row | undefined): Row[] =>
  row && isVote(row) ? [{ ...row, vote: other[row.vote] }] : [];
const turnOwn = (site: Site) => {
  const place = indexOfOwn(site);
  site.rows.splice(place, 1, ...turn(site.rows[place]));
};
/** An answer of the same path for everybody, or for one of them. */
const answer =
  (path: RegExp, given: ReturnType<Cheating["serve"]>, only?: Reader) => (site: Site) => {
    site.serve = (asked, reader) =>
      path.test(asked) && (!only || only === reader) ? given : undefined;
  };
/** As if the survey had been taken down. */
function hideFromVerifiers(site: Site): void {
  site.isListed = false;
  const gone = new RegExp(`/(record|survey/results|embed)/${ID}(/(survey|texts|opened))?$`);
  site.serve = (path, reader) => {
    if (reader === "browser") return undefined;
    return gone.test(path) ? 404 : path === "/openData/results" ? "[\n]\n" : undefined;
  };
}
const set = (changes: Partial<Cheating>) => (site: Site) => void Object.assign(site, changes);
/** Changes the JSON that is shown at these paths. */
const show =
  (path: RegExp, change: (shown: never) => unknown) =>
  (site: Site, { answer: usual }: World) => {
    site.serve = (asked) =>
      path.test(asked) ? (change(usual(asked, "13:15") as never) as object) : undefined;
  };
const invented = (site: Site, digit = "d") =>
  ({ ...(site.votes[1] as Row), receipt: digit.repeat(32) }) as Row;
const setSecret = (site: Site) => {
  site.terms = { ...site.terms, ballotKey: BALLOT_KEY };
};
const added = ({ votes }: Site, number: number) => ballotOf(votes[1] as Given, number) as Row;
/** Thirteen have cast their ballots, and fourteen papers were issued: one is cast for its voter. */
const addBallots = (more: number) => (site: Site) => {
  site.rows.splice(2, 0, { kind: "issued", papers: 14 });
  for (let n = 0; n <= more; n += 1) site.rows.push(added(site, 40 + n));
};
const aside = (...places: number[]): Row => ({
  kind: "set-aside",
  places,
  reason: "Invented",
  date: DAY,
});
const question = { question: "Cut them down?" };
const openData = (sums: object) => `[\n${JSON.stringify({ surveyId: ID, ...sums })}\n]\n`;

const cheats: Record<string, Record<string, Cheat>> = {
  "a vote is dropped, or entered late": {
    "never entered": { entering: drop, found: { browser: "promise-broken" } },
    "never entered, but counted in what is shown": {
      entering(site) {
        drop(site);
        site.more.no = 1;
      },
      found: {
        browser: "promise-broken",
        verifiers: "1: The site shows 13 votes (",
      },
    },
    "entered after its hour": {
      entering: drop,
      async later(site, { addToLog }) {
        await addToLog("11:16");
        site.rows.push(site.votes[0] as Row);
      },
      found: { browser: "promise-broken" },
    },
    "entered when its voter asks": {
      entering: drop,
      async later(site, { addToLog }) {
        await addToLog("11:00");
        site.serve = (_, reader) => {
          if (reader === "browser" && !site.rows.includes(site.votes[0] as Row)) {
            site.rows.push(site.votes[0] as Row);
          }
          return undefined;
        };
      },
      found: { browser: "promise-broken" },
    },
    "entered after its hour, in a log whose clock goes slow": {
      starting: set({ slowBy: 30 }),
      entering: drop,
      async later(site, { addToLog }) {
        await addToLog("10:35");
        site.rows.push(site.votes[0] as Row);
      },
      found: {
        returning: "1: The log names 2026-01-05T10:05:00.000Z",
        policy: "1: The log names 2026-01-05T10:05:00.000Z",
      },
    },
    "and slow by so little that clocks may differ": {
      starting: set({ slowBy: 5 }),
      entering: drop,
      later: (site) => void site.rows.push(site.votes[0] as Row),
      found: {},
    },
    "never entered, of a hidden result": {
      results: "closed",
      entering: drop,
      found: { browser: "promise-broken" },
    },
    "and to its voter nothing is served": {
      entering: drop,
      later: answer(/./, 503, "browser"),
      found: { browser: "next unreachable" },
    },
  },
  "a vote is turned around before it is entered": {
    "with its receipt": { entering: turnOwn, found: { browser: "other-choice" } },
    "with another receipt": {
      entering(site) {
        turnOwn(site);
        Object.assign(site.rows[indexOfOwn(site)] as Row, { receipt: "f".repeat(32) });
      },
      found: { browser: "promise-broken" },
    },
    "with a hidden result": {
      results: "closed",
      entering: turnOwn,
      found: { browser: "other-choice" },
    },
    "as an answer to another text": {
      entering(site) {
        const textHash = hashSurveyText({ ...site.text, ...question });
        Object.assign(site.rows[indexOfOwn(site)] as Row, { textHash });
        site.rows.splice(2, 0, { kind: "text", hash: textHash });
        site.rows.splice(4, 0, { kind: "text", hash: hashSurveyText(site.text) });
      },
      found: { browser: "other-text", verifiers: "1: The log does not name the text" },
    },
  },
  "one receipt or promise for two voters, or a forged one": {
    "the receipt of somebody else": {
      answering: ({ votes }) => void Object.assign(votes[0] as object, votes[8]),
      found: { browser: "other-vote", verifiers: "1: Two votes have the same receipt" },
    },
    "a promise of somebody else": {
      answering: ({ votes }) =>
        void Object.assign(votes[0] as object, { promise: votes[8]?.promise }),
      found: { browser: "other-vote" },
    },
    "a promise that is not signed": {
      answering: ({ votes }) =>
        void Object.assign(votes[0]?.promise as object, { note: votes[8]?.promise.note }),
      found: { browser: "unsigned" },
    },
    "a promise of another key": {
      answering(site, { promise }) {
        const { signer } = site;
        site.signer = createSigner(Buffer.alloc(32, 2));
        Object.assign(site.votes[0] as object, {
          promise: promise(site.votes[0] as never, "10:05"),
        });
        site.signer = signer;
      },
      found: { browser: "unsigned" },
    },
    "a promise for the other choice": {
      answering({ votes: [own] }, { promise }) {
        const turned = { ...(own as never as { vote: "no" }), vote: "yes" };
        Object.assign(own as object, { promise: promise(turned as never, "10:05") });
      },
      found: { browser: "other-vote" },
    },
    "a promise for tomorrow": {
      answering: ({ votes: [own] }, { promise }) =>
        void Object.assign(own as object, {
          promise: promise(own as never, "10:05", "2026-01-06T10:00:00.000Z"),
        }),
      found: { browser: "not soon" },
    },
    "a promise for a closing at which nothing is entered": {
      answering: ({ votes: [own] }, { promise }) =>
        void Object.assign(own as object, { promise: promise(own as never, "10:05", "closing") }),
      found: { browser: "not soon" },
    },
  },
  "the record is rewritten, or goes back": {
    "a vote is turned around": {
      later: turnOwn,
      found: {
        browser: "rewritten",
        verifiers: "1: The site has signed two histories: the record does not begin",
      },
    },
    "a vote is taken out": {
      later: drop,
      found: {
        browser: "rewritten",
        verifiers: "1: The site has signed two histories",
        first: "1: The site has signed two histories",
      },
    },
    "a vote is taken out, and another one put in": {
      later(site) {
        drop(site);
        site.rows.push({ ...(site.votes[8] as never as Row), receipt: "e".repeat(32) } as Row);
      },
      found: {
        browser: "rewritten",
        verifiers: "1: The site has signed two histories: the record does not begin",
      },
    },
    "two votes change places": {
      later: ({ rows }) => void rows.splice(2, 2, rows[3] as Row, rows[2] as Row),
      found: {
        browser: "rewritten",
        verifiers: "1: The site has signed two histories: the record does not begin",
      },
    },
    "after the closing": {
      closed: turnOwn,
      found: {
        browser: "rewritten",
        verifiers: "1: The site has signed two histories",
      },
    },
    "with a new key that nobody has introduced": {
      later(site) {
        turnOwn(site);
        site.signer = createSigner(Buffer.alloc(32, 3));
      },
      found: {
        browser: "other-key",
        verifiers: "does not introduce it",
        first: "1: The site has signed two histories: the record does not begin",
      },
    },
  },
  "record and log are rewritten together": {
    "from the beginning": {
      async later(site, { rewriteLog }) {
        turnOwn(site);
        await rewriteLog("10:00", "10:20");
      },
      found: {
        browser: "other-choice",
        verifiers: "1: The site has signed two histories: the record does not begin",
        first: "2: Too few witnesses have signed the newest state of the log",
      },
    },
    "once the survey is closed": {
      async closed(site, { rewriteLog }) {
        turnOwn(site);
        await rewriteLog("10:00", "11:00", "12:10");
      },
      found: {
        browser: "rewritten",
        verifiers: "1: The site has signed two histories: the record does not begin",
        first: "2: Too few witnesses have signed the newest state of the log",
      },
    },
    "with the witness's last signature under it": {
      async later(site, { rewriteLog }) {
        turnOwn(site);
        const old = site.logNote.split("\n").find((line) => line.startsWith("— witness"));
        await rewriteLog("10:00", "10:20");
        site.serve = (path) => (path === "/log/checkpoint" ? `${site.logNote}${old}\n` : undefined);
      },
      found: {
        browser: "other-choice",
        verifiers: "1: The site has signed two histories: the record does not begin",
        first: "1: The log's checkpoint has a forged signature of a witness",
      },
    },
    "and no witness is named any more": {
      async later(site, { rewriteLog, answer: usual }) {
        turnOwn(site);
        await rewriteLog("10:00", "10:20");
        site.serve = (path) => {
          const about = usual("/log/keys", "13:15") as object;
          return path === "/log/keys" ? { ...about, witnesses: [], quorum: 0 } : undefined;
        };
      },
      found: {
        browser: "other-choice",
        verifiers: "1: The site has signed two histories: the record does not begin",
        first: "",
      },
    },
    "with a new key": {
      async later(site, { rewriteLog }) {
        turnOwn(site);
        site.signer = createSigner(Buffer.alloc(32, 3));
        await rewriteLog("10:00", "10:20");
      },
      found: {
        browser: "other-key",
        verifiers: "does not introduce it",
        first: "2: Too few witnesses have signed the newest state of the log",
      },
    },
  },
  "two records, or two logs, for two audiences": {
    "the voter sees a record with their vote, all others one without": {
      entering: drop,
      later(site, { answerAs }) {
        site.serve = (path, reader) => {
          const rows = [...site.rows.slice(0, 2), site.votes[0] as Row, ...site.rows.slice(2)];
          const isFor = reader === "browser" && path.startsWith("/record");
          return isFor ? answerAs({ rows }, path, "13:15") : undefined;
        };
      },
      found: { browser: "rewritten" },
    },
    "the voter sees a log of their own, too": {
      entering: drop,
      later(site, { answerAs, forked }) {
        const since = { entries: 2, logged: 0 };
        site.serve = (path, reader) =>
          reader === "browser"
            ? answerAs(forked(since, [site.votes[0] as Row]), path, "13:15")
            : undefined;
      },
      found: {},
    },
    "whoever verifies sees a log of their own": {
      later(site, { answerAs, forked }) {
        const since = { entries: site.rows.length, logged: site.log.length };
        site.serve = (path, reader) =>
          reader === "browser"
            ? undefined
            : answerAs(forked(since, [invented(site)]), path, "13:15");
      },
      found: {
        first: "2: Too few witnesses have signed the newest state of the log",
        returning: "2: Too few witnesses have signed the newest state of the log",
        policy: "1: The site has signed two histories",
      },
    },
  },
  "record or log isn't served": {
    "no log": {
      later: answer(/^.log/, 404),
      found: {
        browser: "next unreachable",
        verifiers: "1: The log has vanished; it had 7 entries",
        first: "2: The site has no log: others could be shown another history",
      },
    },
    "a log that fails": {
      later: answer(/^.log/, 503),
      found: { browser: "next unreachable", verifiers: "2: /log/keys answers 503" },
    },
    "no record": {
      later: answer(/^.record.0/, 404),
      found: {
        browser: "promise-broken",
        verifiers: "1: The record has vanished; it had 15 entries",
        first: "1: The record has vanished; it had 16 entries",
      },
    },
    "no opened record, though all may see the result": {
      later: answer(/opened$/, 403),
      found: {
        browser: "It answers 403",
        verifiers: "2: Its result is for everybody, but the site does not open its",
      },
    },
    "no keys": {
      later: answer(/^.record.keys/, 404),
      found: { browser: "next unreachable", verifiers: "2: The site has no list of signing keys" },
    },
    "no texts": {
      later: answer(/texts$/, 404),
      found: { verifiers: "2: 13 votes have answered a text that the site does not show" },
    },
    "no list": {
      later: answer(/item$/, []),
      found: { verifiers: "2: The site lists no surveys" },
    },
    "a survey is kept out of the list": {
      later: set({ isListed: false }),
      found: {
        verifiers: "2: 1 surveys that were listed before are not any more",
        first: "2: Its result is missing in the list",
      },
    },
    "to verifiers, a survey looks as if it had been taken down": {
      later: hideFromVerifiers,
      found: {
        verifiers: "2: 1 surveys that were listed before are not any more",
        first: "2: The site does not show it, and its log does not say that it was taken down",
      },
    },
    "and the log says so of a survey that people are shown": {
      later(site) {
        site.log.push({ kind: "taken-down", survey: ID });
      },
      found: { verifiers: "2: The site shows it, and its log says that it was taken down" },
    },
    "nothing new in the log": {
      later(site, { answerAs }) {
        const before = { log: [...site.log], logNote: site.logNote };
        site.serve = (path) =>
          path.startsWith("/log") ? answerAs(before, path, "13:15") : undefined;
      },
      found: {
        first: "2: Witnesses have signed nothing newer since",
        returning: "2: Witnesses have signed nothing newer since",
        policy: "1: The log has shrunk from 12 to 7 entries: history was lost",
      },
    },
    "no signature of a witness": {
      later(site) {
        site.serve = (path) =>
          path === "/log/checkpoint" ? site.logNote.replace(/— witness.*\n/, "") : undefined;
      },
      found: { verifiers: "2: Too few witnesses have signed the newest state of the log" },
    },
  },
  "votes after the closing; a closing backdated; opened again": {
    "votes after the closing": {
      closed: (site) => void site.rows.push(invented(site)),
      found: {
        browser: "wrong-proof",
        verifiers: "1: Entry 16 is a vote, but the survey was closed on",
      },
    },
    "votes after it, in a record that does not close": {
      staysOpen: true,
      closed: (site) => void site.rows.push(invented(site)),
      found: { verifiers: "1: It has closed at" },
    },
    "a closing backdated": {
      later(site) {
        site.terms = { ...site.terms, closes: at("10:06") };
      },
      found: { verifiers: "1: The closing of" },
    },
    "opened again": {
      closed(site) {
        site.rows.pop();
        site.terms = { ...site.terms, closes: at("18:00") };
      },
      found: { verifiers: "1: The record has shrunk from 16 to 15 entries: history was lost" },
    },
    "a closing that the log doesn't have": {
      later(site, { answerAs }) {
        const terms = { ...site.terms, closes: at("11:00") };
        site.serve = (path) =>
          path.startsWith("/log") ? undefined : answerAs({ terms }, path, "13:15");
      },
      found: { verifiers: "2: The site says that it closes:" },
    },
    "a record that says another day": {
      closed: ({ rows }) => void rows.splice(-1, 1, { kind: "closed", date: "2026-01-06" }),
      found: { verifiers: "1: The site has signed two histories" },
    },
    "results that voters were told would be hidden": {
      results: "closed",
      closed: (site) => void Object.assign(site, { terms: { ...site.terms, results: "always" } }),
      found: { verifiers: "1: Who sees the results of" },
    },
  },
  "another question, a removed translation": {
    "another question": {
      closed: (site) => void Object.assign(site, { text: { ...site.text, ...question } }),
      found: {
        browser: "another question",
        verifiers: "1: The question is not the one that 13 votes have answered",
      },
    },
    "another question, published and logged": {
      closed(site) {
        site.text = { ...site.text, ...question };
        site.texts = [...site.texts, site.text];
      },
      found: {
        browser: "another question",
        verifiers: "1: The question is not the one that 13 votes have answered",
      },
    },
    "a translation is removed": {
      closed(site) {
        site.text = { ...site.text, translations: [] };
        site.texts = [...site.texts, site.text];
      },
      found: {
        browser: "another question",
        verifiers: "1: The question in es is not the one that 13 votes have answered",
      },
    },
    "a translation is turned around": {
      closed(site) {
        const [one] = site.text.translations ?? [];
        const turned = { ...one, question: "¿Talar?" } as typeof one;
        site.text = { ...site.text, translations: turned ? [turned] : [] };
        site.texts = [...site.texts, site.text];
      },
      found: {
        browser: "another question",
        verifiers: "1: The question in es is not the one that 13 votes have answered",
      },
    },
    "another title, which the log does not have": {
      closed: (site) => void Object.assign(site, { text: { ...site.text, title: "Weeds" } }),
      found: { verifiers: "2: The site shows a text that its log does not name" },
    },
    "another text under the hash of the one that was asked": {
      closed: show(/texts$/, (texts: object[]) => texts.map((one) => ({ ...one, ...question }))),
      found: { verifiers: "1: The site serves a text under the hash of another one" },
    },
  },
  "shown numbers differ from the record": {
    "five turned around where it is shown": {
      closed: set({ more: { yes: 5, no: -5 } }),
      found: {
        browser: "The site shows 13 votes (12 yes, 1 no), the record has 13 votes (7 yes, 6 no)",
        verifiers:
          "1: The site shows 13 votes (12 yes, 1 no), the record has 13 votes (7 yes, 6 no)",
      },
    },
    "five hundred more": {
      closed: set({ more: { yes: 500, no: 0 } }),
      found: {
        browser: "The site shows 513 votes (",
        verifiers: "1: The site shows 513 votes (",
      },
    },
    "a million more": {
      closed: set({ more: { yes: 1_000_000, no: 0 } }),
      found: {
        browser: "The site shows 1000013 votes (",
        verifiers: "1: The site shows 1000013 votes (",
      },
    },
    "one fewer": {
      closed: set({ more: { yes: 0, no: -1 } }),
      found: {
        browser: "The site shows 12 votes (",
        verifiers: "1: The site shows 12 votes (",
      },
    },
    "in the list alone": {
      closed: show(/item$/, (cards: { results: object }[]) =>
        cards.map((card) => ({ ...card, results: { yes: 13, no: 0 } })),
      ),
      found: { verifiers: "1: The list shows 13 votes (13 yes, 0 no), the record has 13 votes" },
    },
    "on the page of the result alone": {
      closed: show(/results.*a$/, (card: object) => ({ ...card, results: { yes: 13, no: 0 } })),
      found: { verifiers: "1: The page of the result shows 13 votes (13 yes, 0 no), the" },
    },
    "in the frame alone": {
      closed: answer(/embed.*a$/, `<main data-votes="13" data-yes="13" data-no="0">`),
      found: { verifiers: "1: The frame shows 13 votes (13 yes, 0 no), the record has 13 votes" },
    },
    "in the open data alone": {
      closed: answer(/openData/, openData({ yes: 13, no: 0 })),
      found: { verifiers: "1: The open data shows 13 votes (13 yes, 0 no), the record has 13" },
    },
    "everywhere but on the page of the result, which is missing": {
      closed(site, { answer: usual }) {
        const many = { votes: 5_001, results: { yes: 5_000, no: 1 } };
        site.serve = (path) => {
          if (/results.*a$/.test(path)) return 404;
          if (/embed.*a$/.test(path)) return `<main data-votes="5001" data-yes="5000" data-no="1">`;
          if (/openData/.test(path)) return openData({ yes: 5_000, no: 1 });
          return /item$/.test(path)
            ? [{ ...(usual(path, "13:15") as object[])[0], ...many }]
            : undefined;
        };
      },
      found: { verifiers: "1: The list shows 5001 votes (5000 yes, 1 no), the record has 13" },
    },
    "on a survey that has no record yet": {
      entering: (site) => void site.rows.splice(2),
      later: show(/item$/, (cards: object[]) =>
        cards.map((card) => ({ ...card, votes: 5_001, results: { yes: 5_000, no: 1 } })),
      ),
      staysOpen: true,
      found: {
        browser: "promise-broken",
        verifiers: "1: The list shows 5001 votes (5000 yes, 1 no), the record has 0 votes",
      },
    },
    "nowhere but in the list": {
      closed: answer(/results.*a$/, 404),
      found: {
        verifiers: "1: Its result is missing in the page of the result, and stands in the list",
      },
    },
    "in a frame without its numbers": {
      closed: answer(/embed.*a$/, "<main>"),
      found: { verifiers: "1: Its result is missing in the frame, and stands in the list" },
    },
    "in open data without it": {
      closed: answer(/openData/, "[\n]\n"),
      found: { verifiers: "1: Its result is missing in the open data, and stands in the list" },
    },
    "where no other place shows them": {
      closed(site, { answer: usual }) {
        site.serve = (path) => {
          if (/results.*a$/.test(path)) return 404;
          if (/embed.*a$/.test(path)) return "<main>";
          if (/openData/.test(path)) return "[\n]\n";
          const hide = (cards: object[]) => cards.map((card) => ({ ...card, results: null }));
          return /item$/.test(path) ? hide(usual(path, "13:15") as object[]) : undefined;
        };
      },
      found: {
        verifiers: "1: Its result is missing in the page of the result, where it was before",
        first: "2: Its result is missing in the list",
      },
    },
  },
  "votes are set aside without a word": {
    "in what is shown": {
      closed: set({ more: { yes: 0, no: -2 } }),
      found: {
        browser: "The site shows 11 votes (",
        verifiers: "1: The site shows 11 votes (",
      },
    },
    "in the record, and not in the log": {
      later(site) {
        site.rows.push(aside(2, 3));
        site.logs = (entry) => (entry.kind === "set-aside" ? [] : [entry]);
      },
      found: {
        browser: "set-aside",
        verifiers: "1: The record has 2 votes set aside, by the log there are 0",
      },
    },
    "with another number in the log": {
      later(site) {
        site.rows.push(aside(2, 3));
        site.logs = (entry) => [entry.kind === "set-aside" ? { ...entry, votes: 1 } : entry];
      },
      found: {
        browser: "set-aside",
        verifiers: "1: The record has 2 votes set aside, by the log there are 1",
      },
    },
    "and the voter is told nothing": {
      later: ({ rows }) => void rows.push(aside(2)),
      found: { browser: "set-aside" },
    },
    twice: {
      later: ({ rows }) => void rows.push(aside(2), aside(2)),
      found: { browser: "wrong-proof", verifiers: "1: Entry 16 sets entry 2 aside a second time" },
    },
  },
  "a survey or record is kept out of the log": {
    "a survey": {
      starting(site) {
        site.logs = (entry) => (entry.kind === "time" ? [entry] : []);
      },
      found: {
        browser: "promise-broken",
        verifiers: "1: At",
        first: "2: It is listed, and the log of the site does not name it: it must",
      },
    },
    "a record": {
      starting(site) {
        site.logs = (entry) => (entry.kind === "checkpoint" ? [] : [entry]);
      },
      found: { browser: "promise-broken", verifiers: "1: At", first: "next 1: At" },
    },
  },
  "the whole data directory is rolled back": {
    "and goes on from there": {
      async closed(site, { rewriteLog }) {
        site.rows.splice(9);
        site.rows.push({ kind: "closed", date: DAY });
        await rewriteLog("10:00", "11:00", "12:10");
      },
      found: {
        browser: "rewritten",
        verifiers: "1: The record has shrunk from 15 to 10 entries: history was lost",
        first: "2: Too few witnesses have signed the newest state of the log",
      },
    },
  },
  "ballots that nobody has cast": {
    "more than papers": {
      results: "closed",
      starting: setSecret,
      entering: addBallots(1),
      found: {
        browser: "wrong-proof",
        verifiers: "1: Entry 17 is one ballot more than the 14 papers that were issued",
      },
    },
    "with papers that are not signed": {
      results: "closed",
      starting: setSecret,
      entering(site) {
        addBallots(0)(site);
        Object.assign(site.rows.at(-1) as Row, { signature: "A".repeat(342) });
      },
      found: {
        browser: "Entry 16 has no valid",
        verifiers: "1: Entry 16 has no valid ballot paper",
      },
    },
  },
  "unused papers that the operator casts, or papers of nobody": {
    "a paper that nobody cast": {
      results: "closed",
      starting: setSecret,
      entering: addBallots(0),
      found: {},
    },
    "papers that are issued to nobody": {
      results: "closed",
      starting: setSecret,
      entering(site) {
        site.rows.splice(2, 0, { kind: "issued", papers: 14 });
        site.rows.push({ kind: "issued", papers: 19 });
        for (let n = 0; n < 5; n += 1) site.rows.push(added(site, 40 + n));
      },
      found: {},
    },
  },
  "a false translation, a turned description, a closing at a good moment": {
    "a translation that says the opposite is added after votes": {
      closed(site) {
        const french = { title: "A", description: "B", question: "Les couper ?", language: "fr" };
        site.text = { ...site.text, translations: [...(site.text.translations ?? []), french] };
        site.texts = [...site.texts, site.text];
      },
      found: {},
    },
    "a description is turned around after votes": {
      closed(site) {
        site.text = { ...site.text, description: "Fewer of them" };
        site.texts = [...site.texts, site.text];
      },
      found: {},
    },
    "closed when the result is as wanted": {
      later: (site) => {
        site.terms = { ...site.terms, closes: at("11:30") };
      },
      found: {},
    },
  },
  "votes that are invented, turned away, or of nobody who looks; a closing put off": {
    "invented voters": {
      entering(site) {
        for (let n = 0; n < 5; n += 1) {
          site.rows.push(invented(site, `${n}`));
        }
      },
      found: {},
    },
    "votes turned away": { answering: (site) => void site.votes.splice(5, 3), found: {} },
    "a hidden result whose closing is put off for ever": {
      results: "closed",
      later: (site) => {
        site.terms = { ...site.terms, closes: "2030-01-01T00:00:00.000Z" };
      },
      found: {},
    },
    "the vote of somebody who keeps nothing": {
      entering: (site) => void site.rows.splice(4, 1),
      found: {},
    },
  },
};

/** What each of them finds. */
function foundBy({ verifiers = "", ...found }: Cheat["found"]): Record<Reader, string> {
  return { browser: "", first: verifiers, returning: verifiers, policy: verifiers, ...found };
}

describe.each(Object.entries(cheats))("%s", (_, kinds) => {
  it.each(Object.entries(kinds))("%s", async (_name, cheat) => {
    const found = await live(cheat);
    for (const [reader, text] of Object.entries(foundBy(cheat.found))) {
      expect(found[reader as Reader], reader).toEqual(text && expect.stringContaining(text));
    }
  });
});

it("are those of docs/public-record.md, whose table says who finds them", () => {
  const rows = Object.entries(cheats).map(([row, kinds]) => {
    const marks = readers.map((reader) => {
      const found = Object.values(kinds).map((cheat) => foundBy(cheat.found)[reader]);
      if (found.every((text) => text === "")) return "○";
      return found.every((text) => text !== "" && !text.startsWith("next")) ? "●" : "◐";
    });
    return [row, ...marks].join(" | ");
  });
  const page = readFileSync(new URL("../docs/public-record.md", import.meta.url), "utf8");
  expect(page).toContain(`tries ${Object.values(cheats).flatMap(Object.keys).length},`);
  const table = page.slice(page.indexOf("## Who finds which cheat")).split("\n");
  const lines = table.filter((line) => /^\|.*[●◐○]/.test(line));
  // The last column is that of the operator's own recount, which is tried beside it.
  const told = lines.map((line) =>
    line
      .split("|")
      .slice(1, -2)
      .map((cell) => cell.trim())
      .join(" | "),
  );
  expect(told).toEqual(rows);
});
