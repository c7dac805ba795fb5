import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usualLimits } from "../record/bounded-fetch.ts";
import { hashSurveyText, type SurveyText, type Translation, toText } from "../record/entries.ts";
import { proveBeginning } from "../record/evidence.ts";
import { writeBundle } from "../record/tiles.ts";
import { createSigner } from "../server/record/signing/signer.ts";
import {
  CLOSED,
  CLOSED_ID,
  CLOSED_ROWS,
  cardOf,
  drip,
  endless,
  honestReplies,
  ID,
  keysReply,
  listing,
  openedText,
  openRowOf,
  type Replies,
  ROWS,
  type Row,
  raw,
  recordOf,
  signer,
  startSite,
  status,
  surveyReplies,
  TEXT,
  text,
  VERSION,
  vote,
} from "../server/testing/hostile-site.ts";
import { runVerify } from "./verify-command.ts";

// A site that does not want to be checked, and what its verifier says.

const TOKEN = "the-token-of-this-test";
const limits = {
  ...usualLimits,
  answerMs: 3_000,
  slowestBytesPerSecond: 1e6,
  pausesMs: 1_500_000,
  runMs: 8_000,
  runBytes: 2e6,
  noteBytes: 4_096,
  lineBytes: 8_192,
  pageBytes: 200_000,
  answerBytes: 100_000,
  entries: 1_000,
  surveys: 20,
};
// What is read is bounded; what the site has put into sockets besides is the system's.
const SENT_MOST = limits.runBytes + 8e6;

let replies: Replies = {};
let directory: string;
let site: Awaited<ReturnType<typeof startSite>>;
let elsewhere: Awaited<ReturnType<typeof startSite>>;
let seenBefore: string;

beforeAll(async () => {
  site = await startSite(() => replies);
  elsewhere = await startSite(() => honestReplies());
  directory = mkdtempSync(path.join(tmpdir(), "verify-"));
  replies = honestReplies();
  const first = await run({ state: "first.json" });
  expect(first.output).toContain("5 fine, 0 wrong, 0 could not");
  seenBefore = readFileSync(path.join(directory, "first.json"), "utf8");
});

afterAll(async () => {
  await site.close();
  await elsewhere.close();
  rmSync(directory, { recursive: true });
});

beforeEach(() => {
  site.calls.length = 0;
  elsewhere.calls.length = 0;
});

interface Run {
  args?: string[];
  state?: string;
  answerMs?: number;
}

let runs = 0;

async function run({ args, state = `${++runs}.json`, answerMs = limits.answerMs }: Run = {}) {
  const lines: string[] = [];
  const code = await runVerify([...(args ?? [site.url]), "--state", path.join(directory, state)], {
    token: TOKEN,
    fetch,
    wait: async () => {},
    limits: { ...limits, answerMs },
    say: (line) => lines.push(line),
  });
  return { code, output: lines.join("\n") };
}

/** With what was seen when the site was honest. */
function runAgain(given: Run = {}) {
  const state = `${++runs}.json`;
  writeFileSync(path.join(directory, state), seenBefore);
  return run({ ...given, state });
}

const card = cardOf(ID, ROWS);
const closedCard = cardOf(CLOSED_ID, CLOSED_ROWS);
const survey = {
  votes: 5,
  setAside: 0,
  resultsMode: "always",
  closesAt: null,
  shown: { ...text, yes: 3, no: 2 },
};
const arabic = { language: "ar", title: "أشجار", description: "المزيد", question: "هل نزرع؟" };
/** The same language, and the opposite meaning. */
const turned = { ...arabic, question: "هل نقطع؟" };
const inArabic = { ...text, translations: [arabic] };
const asked = (all: SurveyText) => toText({ kind: "text", hash: hashSurveyText(all) });
const record = recordOf(ID, ROWS);
const of = (part: string, id = ID) => `/record/${id}/${part}`;
const BUNDLE = of("tile/entries/000.p/7");
const moreRows: Row[] = [...ROWS, vote(6), vote(7)];
const more = recordOf(ID, moreRows);
/** The survey with other entries. It shows what they count. */
const withRows = (rows: Row[], id = ID): Replies => ({
  ...surveyReplies(id, rows),
  "/survey/item": id === ID ? [cardOf(ID, rows), closedCard] : [card, cardOf(id, rows)],
  "/openData/results": raw(
    openedText([
      openRowOf(ID, id === ID ? rows : ROWS),
      openRowOf(CLOSED_ID, id === ID ? CLOSED_ROWS : rows),
    ]),
  ),
});
const setAside = (places: unknown, date = "2026-01-02") =>
  `set-aside ${JSON.stringify({ places, reason: "r", date })}\n`;
const signed = (lines: string) => signer.sign(lines, `example.org/record/${ID}`);
const someRoot = Buffer.alloc(32, 7).toString("base64");
const other = recordOf(ID, [VERSION, TEXT, vote(1), vote(2), vote(3), vote(4), vote(5)]);
const otherRows: Row[] = [VERSION, TEXT, vote(9), ...moreRows.slice(3)];
const stranger = createSigner(Buffer.alloc(32, 9));
const manyVotes = { ...survey, votes: 12, shown: { ...text, yes: 6, no: 6 } };
const fakeCard = (number: number) => ({
  ...card,
  _id: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
});

interface Malice {
  replies: () => Replies;
  code: 1 | 2;
  says: string | RegExp;
  /** After an honest answer at an earlier time. */
  again?: true;
  answerMs?: number;
}

const LONG = /can't be read: it is longer than \d+ bytes/;
const SLOW = /can't be read: it takes longer than 1 s/;
const PUBLIC = "Its result is for everybody, but the site does not open its record";
const slow = { code: 2, says: SLOW, answerMs: 100 } as const;

const refused = (response: ServerResponse) =>
  response.writeHead(503).end(JSON.stringify({ status: 503, code: "record_refused" }));

const kinds: Record<string, Malice> = {
  "the log is hidden": {
    replies: () => ({ "/log/keys": status(404), "/log/checkpoint": status(404) }),
    code: 2,
    says: "The site has no log",
  },
  "the log is refused": {
    replies: () => ({ "/log/checkpoint": refused }),
    code: 2,
    says: "/log/checkpoint: the site refuses it, because what it has stored is not what it has signed",
  },
  "a record is refused": {
    replies: () => ({ [of("checkpoint")]: refused }),
    code: 2,
    says: "/checkpoint: the site refuses it, because what it has stored is not what it has signed",
  },
  "everything is missing": {
    replies: () => Object.fromEntries(Object.keys(honestReplies()).map((key) => [key, undefined])),
    code: 2,
    says: "no list of signing keys",
  },
  "everything is a page": {
    replies: () => ({ ...allWith(raw("<!doctype html>")) }),
    code: 2,
    says: "/record/keys can't be read: it is no JSON",
  },
  "every connection is cut": {
    replies: () => allWith((response: ServerResponse) => response.destroy()),
    code: 2,
    says: "/record/keys can't be read",
  },
  "keys are missing": {
    replies: () => ({ "/record/keys": status(404) }),
    code: 2,
    says: "no list of signing keys",
  },
  "keys are null": {
    replies: () => ({ "/record/keys": null }),
    code: 2,
    says: "the answer is not a list",
  },
  "keys are an object": { replies: () => ({ "/record/keys": {} }), code: 2, says: "is not a list" },
  "there are no keys": {
    replies: () => ({ "/record/keys": [] }),
    code: 2,
    says: "The site has signed nothing yet",
  },
  "there are too many keys": {
    replies: () => ({ "/record/keys": Array(101).fill(keysReply[0]) }),
    code: 2,
    says: "more than 100 items",
  },
  "a key is no key": {
    replies: () => ({ "/record/keys": [{ ...keysReply[0], publicKey: "NaN" }] }),
    code: 2,
    says: '"publicKey" of an item of the answer is not as specified',
  },
  "keys don't end": { replies: () => ({ "/record/keys": endless(" ") }), code: 2, says: LONG },
  "keys drip": { replies: () => ({ "/record/keys": drip() }), ...slow },
  "keys never begin": { replies: () => ({ "/record/keys": () => {} }), ...slow },
  "keys are not UTF-8": {
    replies: () => ({ "/record/keys": raw(Uint8Array.of(0x5b, 0xff, 0x5d)) }),
    code: 2,
    says: "/record/keys can't be read",
  },
  "keys unpack to a hundred times their size": {
    replies: () => ({
      "/record/keys": (response: ServerResponse) =>
        response.setHeader("content-encoding", "gzip").end(gzipSync(Buffer.alloc(5e6, " "))),
    }),
    code: 2,
    says: LONG,
  },
  "keys are nested deeply": {
    replies: () => ({ "/record/keys": raw("[".repeat(90_000)) }),
    code: 2,
    says: "/record/keys can't be read: it is no JSON",
  },
  "keys fail": {
    replies: () => ({ "/record/keys": status(500) }),
    code: 2,
    says: "/record/keys answers 500",
  },
  "keys ask for patience again and again": {
    replies: () => ({ "/record/keys": status(503, { "retry-after": "600" }) }),
    code: 2,
    says: /asks for more patience than there is/,
  },
  "keys ask for patience before time began": {
    replies: () => ({ "/record/keys": status(429, { "retry-after": "-1e99" }) }),
    code: 2,
    says: "/record/keys answers 429",
  },
  "keys have endless headers": {
    replies: () => ({
      "/record/keys": (response: ServerResponse) => {
        response.socket?.write("HTTP/1.1 200 OK\r\n");
        for (let n = 0; n < 2_000; n += 1) response.socket?.write(`x-${n}: ${"a".repeat(99)}\r\n`);
      },
    }),
    code: 2,
    says: "/record/keys can't be read",
  },
  "keys are elsewhere": {
    replies: () => ({ "/record/keys": status(302, { location: `${elsewhere.url}/record/keys` }) }),
    code: 2,
    says: "/record/keys leads to another address, which is not followed",
  },
  "a new key appears": {
    replies: () => ({ "/record/keys": [strangersKey(null), ...keysReply] }),
    again: true,
    code: 1,
    says: "has appeared, and",
  },
  "a new key is introduced by junk": {
    replies: () => ({ "/record/keys": [strangersKey("junk\n\n— a b\n"), ...keysReply] }),
    again: true,
    code: 1,
    says: "has appeared, and",
  },
  "the list is empty": {
    replies: () => ({ "/survey/item": [] }),
    code: 2,
    says: "The site lists no surveys",
  },
  "the list has another survey instead of one that it had": {
    replies: () => ({
      "/survey/item": [card, { ...fakeCard(9), votes: 0, results: null }],
      [of("survey", fakeCard(9)._id)]: { ...survey, votes: 0, shown: null },
    }),
    again: true,
    code: 2,
    says: `1 surveys that were listed before are not any more: ${CLOSED_ID}`,
  },
  "the list is missing": {
    replies: () => ({ "/survey/item": status(404) }),
    code: 2,
    says: "The list of surveys is missing",
  },
  "the list is null": {
    replies: () => ({ "/survey/item": null }),
    code: 2,
    says: "the answer is not a list",
  },
  "the list has nulls": {
    replies: () => ({ "/survey/item": [null, null] }),
    code: 2,
    says: "is not an object",
  },
  "the list has an id that is a path": {
    replies: () => ({ "/survey/item": [{ ...card, _id: "../../users" }] }),
    code: 2,
    says: '"_id" of an item',
  },
  "the list counts NaN": {
    replies: () => ({ "/survey/item": [{ ...card, votes: "NaN" }] }),
    code: 2,
    says: '"votes" of an item',
  },
  "the list has a phase that is none": {
    replies: () => ({ "/survey/item": [{ ...card, phase: "maybe" }] }),
    code: 2,
    says: '"phase" of an item',
  },
  "the list has a closing that is no time": {
    replies: () => ({ "/survey/item": [{ ...card, closesAt: "soon" }] }),
    code: 2,
    says: '"closesAt" of an item',
  },
  "a page of the list is too long": {
    replies: () => ({ "/survey/item": Array(51).fill(card) }),
    code: 2,
    says: "has more than 50 items",
  },
  "the list repeats itself for ever": {
    replies: () => ({ "/survey/item": listing([card], '</survey/item?after=1>; rel="next"') }),
    code: 2,
    says: "The list of surveys does not end",
  },
  "the list makes up surveys for ever": {
    replies: () => {
      let number = 100;
      return {
        "/survey/item": (response: ServerResponse) =>
          listing([fakeCard(++number)], '</survey/item?after=1>; rel="next"')(response),
      };
    },
    code: 2,
    says: "It lists more than 20",
  },
  "the list goes on at another site": {
    replies: () => ({
      "/survey/item": listing([card], `<${elsewhere.url}/survey/item?a=1>; rel="next"`),
    }),
    code: 2,
    says: "goes on at an address that it may not have",
  },
  "the list goes on at another site, without a scheme": {
    replies: () => ({
      "/survey/item": listing(
        [card],
        `<//${new URL(elsewhere.url).host}/survey/item?a=1>; rel="next"`,
      ),
    }),
    code: 2,
    says: "goes on at an address that it may not have",
  },
  "the list goes on at another address": {
    replies: () => ({ "/survey/item": listing([card], '</users?a=1>; rel="next"') }),
    code: 2,
    says: "goes on at an address that it may not have",
  },
  "the list is elsewhere": {
    replies: () => ({ "/survey/item": status(307, { location: `${elsewhere.url}/survey/item` }) }),
    code: 2,
    says: "leads to another address",
  },
  "the list drips": { replies: () => ({ "/survey/item": drip("[") }), ...slow },
  "the list does not end": {
    replies: () => ({ "/survey/item": endless(" ", "[") }),
    code: 2,
    says: LONG,
  },
  "the list shows more votes than the survey": {
    replies: () => ({
      "/survey/item": [{ ...card, votes: 9, results: { yes: 7, no: 2 } }, closedCard],
    }),
    code: 1,
    says: "The list shows 9 votes (7 yes, 2 no), the survey itself 5 votes (3 yes, 2 no)",
  },
  "the list shows another result than the survey": {
    replies: () => ({ "/survey/item": [{ ...card, results: { yes: 5, no: 0 } }, closedCard] }),
    code: 1,
    says: "The list shows 5 votes (5 yes, 0 no)",
  },
  "the list shows fewer of one side than the record": {
    replies: () => ({
      "/survey/item": [{ ...card, votes: 3, results: { yes: 3, no: 0 } }, closedCard],
    }),
    code: 1,
    says: "The list shows 3 votes (3 yes, 0 no), the record has 5 votes (3 yes, 2 no)",
  },
  "the list shows one vote more of a closed survey": {
    replies: () => ({
      "/survey/item": [card, { ...closedCard, votes: 6, results: { yes: 4, no: 2 } }],
    }),
    code: 1,
    says: "The list shows 6 votes (4 yes, 2 no), the record has 5 votes (3 yes, 2 no)",
  },
  "the page of a result turns votes around": {
    replies: () => ({ [`/survey/results/${ID}`]: { ...card, results: { yes: 2, no: 3 } } }),
    code: 1,
    says: "The page of the result shows 5 votes (2 yes, 3 no), the record has 5 votes (3 yes, 2 no)",
  },
  "the open data turn votes around": {
    replies: () => ({
      "/openData/results": raw(
        openedText([{ ...openRowOf(ID, ROWS), yes: 0 }, openRowOf(CLOSED_ID, CLOSED_ROWS)]),
      ),
    }),
    code: 1,
    says: "The open data shows 2 votes (0 yes, 2 no), the record has 5 votes (3 yes, 2 no)",
  },
  "there are no open data": {
    replies: () => ({ "/openData/results": status(404) }),
    code: 2,
    says: "The site has no open data",
  },
  "a million votes are shown above a record of five": {
    replies: () => {
      const results = { yes: 1_000_000, no: 2 };
      const shown = { ...card, votes: 1_000_002, results };
      const survey = { votes: shown.votes, setAside: 0, resultsMode: "always", closesAt: null };
      return {
        "/survey/item": [shown, closedCard],
        [`/survey/results/${ID}`]: shown,
        "/openData/results": raw(
          openedText([{ surveyId: ID, ...results }, openRowOf(CLOSED_ID, CLOSED_ROWS)]),
        ),
        [of("survey")]: { ...survey, shown: { ...text, ...results } },
      };
    },
    code: 2,
    says: "1000002 votes are shown, and are not in the record minutes later",
  },
  "a listed survey is missing": {
    replies: () => ({ [of("survey")]: status(404) }),
    code: 2,
    says: "It is listed, but the site does not say what it shows",
  },
  "a listed survey and its record are missing": {
    replies: () => ({ [of("survey")]: status(404), [of("checkpoint")]: status(404) }),
    code: 2,
    says: "It is listed, but the site does not say what it shows",
  },
  "a survey is null": {
    replies: () => ({ [of("survey")]: null }),
    code: 2,
    says: "the answer is not an object",
  },
  "a survey counts NaN": {
    replies: () => ({ [of("survey")]: { ...survey, votes: "NaN" } }),
    code: 2,
    says: '"votes" of the answer',
  },
  "a survey counts null": {
    replies: () => ({ [of("survey")]: { ...survey, votes: null } }),
    code: 2,
    says: '"votes" of the answer',
  },
  "a survey counts less than none": {
    replies: () => ({ [of("survey")]: { ...survey, votes: -1 } }),
    code: 2,
    says: '"votes" of the answer',
  },
  "a survey counts without end": {
    replies: () => ({ [of("survey")]: raw('{"votes":1e400,"setAside":0,"shown":null}') }),
    code: 2,
    says: '"votes" of the answer',
  },
  "a survey counts parts of votes": {
    replies: () => ({ [of("survey")]: { ...survey, votes: 5.5 } }),
    code: 2,
    says: '"votes" of the answer',
  },
  "a survey has its counts from the prototype": {
    replies: () => ({ [of("survey")]: raw('{"__proto__":{"votes":5,"setAside":0,"shown":null}}') }),
    code: 2,
    says: '"votes" of the answer',
  },
  "a survey has a text of a megabyte": {
    replies: () => ({
      [of("survey")]: { ...survey, shown: { ...survey.shown, title: "a".repeat(60_000) } },
    }),
    code: 2,
    says: '"title" of "shown"',
  },
  "a public survey hides its choices": {
    replies: () => ({ [of("survey")]: { ...survey, shown: null } }),
    code: 2,
    says: PUBLIC,
  },
  "a closed survey hides its choices": {
    replies: () => ({
      "/survey/item": [card, { ...closedCard, phase: "open", resultsMode: "voted", results: null }],
      [of("survey", CLOSED_ID)]: { ...survey, resultsMode: "voted", shown: null },
    }),
    code: 2,
    says: PUBLIC,
  },
  "a survey hides its choices, which were open": {
    replies: () => ({
      "/survey/item": [{ ...card, resultsMode: "voted", results: null }, closedCard],
      [of("survey")]: { ...survey, resultsMode: "voted", shown: null },
    }),
    again: true,
    code: 2,
    says: PUBLIC,
  },
  "a public record is not opened": {
    replies: () => ({ [of("opened")]: status(403) }),
    code: 2,
    says: PUBLIC,
  },
  "a public record is missing when it is opened": {
    replies: () => ({ [of("opened")]: status(404) }),
    code: 2,
    says: PUBLIC,
  },
  "a closed survey shows more votes": {
    replies: () => ({
      [of("survey", CLOSED_ID)]: {
        ...survey,
        votes: 1_000_005,
        shown: { ...text, yes: 1_000_003, no: 2 },
      },
    }),
    code: 1,
    says: "The site shows 1000005 votes (",
  },
  "a survey moves a vote to the other side": {
    replies: () => ({
      "/survey/item": [{ ...card, results: null }, closedCard],
      [of("survey")]: { ...survey, shown: { ...text, yes: 4, no: 1 } },
    }),
    code: 1,
    says: "The site shows 5 votes (4 yes, 1 no), the record has 5 votes (3 yes, 2 no)",
  },
  "a survey says another sum than its sides": {
    replies: () => ({ [of("survey")]: { ...survey, votes: 900 } }),
    code: 1,
    says: "The site shows 900 votes (3 yes, 2 no)",
  },
  "a survey says that votes are set aside": {
    replies: () => ({ [of("survey")]: { ...survey, setAside: 3 } }),
    code: 1,
    says: "The site shows 3 votes as set aside, the record has 0",
  },
  "a record has vanished": {
    replies: () => ({ [of("checkpoint")]: status(404) }),
    again: true,
    code: 1,
    says: "The record has vanished; it had 7 entries",
  },
  "a record is missing though there are votes": {
    replies: () => ({
      "/survey/item": [{ ...card, votes: 12, results: null }, closedCard],
      [of("survey")]: manyVotes,
      [of("checkpoint")]: status(404),
    }),
    code: 2,
    says: "12 votes are shown, but the site serves no record",
  },
  "a record of a survey that closed long ago is missing": {
    replies: () => ({ [of("checkpoint", CLOSED_ID)]: status(404) }),
    code: 2,
    says: "5 votes are shown, but the site serves no record",
  },
  "a checkpoint is huge": {
    replies: () => ({ [of("checkpoint")]: raw("a".repeat(5_000)) }),
    code: 2,
    says: LONG,
  },
  "a checkpoint does not end": {
    replies: () => ({ [of("checkpoint")]: endless("\n") }),
    code: 2,
    says: LONG,
  },
  "a checkpoint drips": { replies: () => ({ [of("checkpoint")]: drip() }), ...slow },
  "a checkpoint has a hundred signatures of others": {
    replies: () => ({
      [of("checkpoint")]: raw(record.checkpoint + "— x AAAA\n".repeat(400).slice(0, 3_000)),
    }),
    code: 1,
    says: "A checkpoint is not signed with the site's key",
  },
  "a checkpoint is empty": {
    replies: () => ({ [of("checkpoint")]: raw("") }),
    code: 1,
    says: "A checkpoint of another record",
  },
  "a checkpoint claims a hundred million million entries": {
    replies: () => ({
      [of("checkpoint")]: raw(signed(`example.org/record/${ID}\n100000000000000\n${someRoot}\n`)),
    }),
    code: 2,
    says: "The record is said to have 100000000000000 entries, more than the 1000",
  },
  "a checkpoint has a size that is no number": {
    replies: () => ({
      [of("checkpoint")]: raw(signed(`example.org/record/${ID}\nNaN\n${someRoot}\n`)),
    }),
    code: 1,
    says: "A checkpoint is not signed with the site's key",
  },
  "a checkpoint has no signature": {
    replies: () => ({ [of("checkpoint")]: raw(record.checkpoint.replace(/— .*\n$/, "")) }),
    code: 1,
    says: "A checkpoint is not signed with the site's key",
  },
  "a checkpoint has another key's signature": {
    replies: () => ({ [of("checkpoint")]: raw(recordOf(ID, ROWS, stranger).checkpoint) }),
    code: 1,
    says: "A checkpoint is not signed with the site's key",
  },
  "a checkpoint is another survey's": {
    replies: () => ({ [of("checkpoint")]: raw(recordOf(CLOSED_ID, ROWS).checkpoint) }),
    code: 1,
    says: "A checkpoint of another record",
  },
  "a checkpoint has another name than before": {
    replies: () => ({
      ...surveyReplies(ID, ROWS, recordOf(ID, ROWS, signer, `example.com/record/${ID}`)),
    }),
    again: true,
    code: 1,
    says: "The record has another name than before",
  },
  "a record has shrunk": {
    replies: () => surveyReplies(ID, ROWS, recordOf(ID, ROWS.slice(0, 4))),
    again: true,
    code: 1,
    says: "The record has shrunk from 7 to 4 entries",
  },
  "a record was rewritten": {
    replies: () => ({ [of("checkpoint")]: raw(other.checkpoint) }),
    again: true,
    code: 1,
    says: "The site has signed two histories",
  },
  "a record was rewritten and has grown": {
    replies: () => withRows(otherRows),
    again: true,
    code: 1,
    says: "The site has signed two histories: the record does not begin with the one that had 7 entries",
  },
  "entries are missing": {
    replies: () => ({ [BUNDLE]: status(404) }),
    code: 1,
    says: "The file tile/entries/000.p/7 is missing",
  },
  "entries are none": {
    replies: () => ({ [BUNDLE]: raw("") }),
    code: 1,
    says: "The file tile/entries/000.p/7 does not have 7 entries",
  },
  "entries are more than were asked for": {
    replies: () => ({ [BUNDLE]: raw(writeBundle(more.texts)) }),
    code: 1,
    says: "does not have 7 entries",
  },
  "entries are a page": {
    replies: () => ({ [BUNDLE]: raw("<!doctype html>") }),
    code: 1,
    says: "does not have 7 entries",
  },
  "entries don't end": { replies: () => ({ [BUNDLE]: endless(" ") }), code: 2, says: LONG },
  "entries drip": { replies: () => ({ [BUNDLE]: drip() }), ...slow },
  "entries are others than signed": {
    replies: () => ({ [BUNDLE]: raw(writeBundle(other.texts)) }),
    code: 1,
    says: "The entries are not those that the site has signed",
  },
  "an entry gives orders to terminals": {
    replies: () => withRows([...ROWS, "\u001b[2J\u202e\u2028ok  all is fine\n"]),
    code: 1,
    says: "Entry 7 can't be read",
  },
  "a vote follows the closing": {
    replies: () => withRows([...CLOSED_ROWS, vote(9)], CLOSED_ID),
    code: 1,
    says: "is a vote, but the survey was closed on 2026-01-02",
  },
  "a record is closed twice": {
    replies: () => withRows([...CLOSED_ROWS, CLOSED], CLOSED_ID),
    code: 1,
    says: "closes the survey, which was closed on 2026-01-02",
  },
  "a record is closed on a day that is none": {
    replies: () => withRows([...ROWS, "closed 2026-02-31\n"]),
    code: 1,
    says: "Entry 7 can't be read",
  },
  "a vote is set aside before it is there": {
    replies: () => withRows([...ROWS, setAside([8]), vote(8)]),
    code: 1,
    says: "names entry 8, which is no vote before it",
  },
  "a vote is set aside twice in one entry": {
    replies: () => withRows([...ROWS, setAside([2, 2])]),
    code: 1,
    says: "sets entry 2 aside a second time",
  },
  "an entry sets nothing aside": {
    replies: () => withRows([...ROWS, setAside([])]),
    code: 1,
    says: "Entry 7 can't be read",
  },
  "an entry sets more than a thousand aside": {
    replies: () => withRows([...ROWS, setAside(Array.from({ length: 1_001 }, (_, n) => n))]),
    code: 1,
    says: "Entry 7 can't be read",
  },
  "two votes are the same": {
    replies: () => withRows([...ROWS, vote(1)]),
    code: 1,
    says: "Two votes have the same",
  },
  "a vote has answered no text": {
    replies: () => withRows([VERSION, vote(1)]),
    code: 1,
    says: "no entry says which text it has answered",
  },
  "a text is served under another's hash": {
    replies: () => ({
      [of("texts")]: [{ hash: TEXT.slice(5, -1), ...text, question: "Don't plant?" }],
    }),
    code: 1,
    says: "The site serves a text under the hash of another one",
  },
  "a text that votes have answered is hidden": {
    replies: () => ({ [of("texts")]: [] }),
    code: 2,
    says: "5 votes have answered a text that the site does not show",
  },
  "the texts are missing": {
    replies: () => ({ [of("texts")]: status(404) }),
    code: 2,
    says: "5 votes have answered a text that the site does not show",
  },
  "a translation is another one than was asked": {
    replies: () => ({
      ...withTranslations([arabic]),
      [of("texts")]: [{ hash: hashSurveyText(inArabic), ...inArabic, translations: [turned] }],
    }),
    code: 1,
    says: "The site serves a text under the hash of another one",
  },
  "a translation is left out": {
    replies: () => ({
      ...withTranslations([arabic]),
      [of("texts")]: [{ hash: hashSurveyText(inArabic), ...text }],
    }),
    code: 1,
    says: "The site serves a text under the hash of another one",
  },
  "a language has two texts": {
    replies: () => withTranslations([arabic, turned]),
    code: 2,
    says: "has a language twice",
  },
  "translations are not a list": {
    replies: () => ({
      [of("survey")]: { ...survey, shown: { ...survey.shown, translations: {} } },
    }),
    code: 2,
    says: "is not a list",
  },
  "texts don't end": { replies: () => ({ [of("texts")]: endless(" ", "[") }), code: 2, says: LONG },
  "the opened record does not end": {
    replies: () => ({ [of("opened")]: endless("\n", "[\n") }),
    code: 2,
    says: /can't be read/,
  },
  "the opened record is one endless line": {
    replies: () => ({ [of("opened")]: endless(" ", "[\n") }),
    code: 2,
    // In the pieces in which Node 22 reads it, the whole file is too long first.
    says: /a line of it is too long|can't be read: it is longer than/,
  },
  "the opened record drips": { replies: () => ({ [of("opened")]: drip("[\n") }), ...slow },
  "the opened record ends early": {
    replies: () => ({ [of("opened")]: raw(openedText(record.opened).slice(0, 150)) }),
    code: 2,
    says: "it ends too early",
  },
  "the opened record has fewer entries": {
    replies: () => ({ [of("opened")]: raw(openedText(record.opened.slice(0, 4))) }),
    code: 1,
    says: "It ends after 4 of 7 entries",
  },
  "the opened record breaks off": {
    replies: () => ({
      [of("opened")]: (response: ServerResponse) => response.write("[\n", () => response.destroy()),
    }),
    code: 2,
    says: /opened\?format=json can't be read/,
  },
  "the opened record is no JSON": {
    replies: () => ({ [of("opened")]: raw("[\nvote\n]\n") }),
    code: 2,
    says: "a line is no JSON",
  },
  "the opened record has nulls": {
    replies: () => ({ [of("opened")]: raw("[\nnull\n]\n") }),
    code: 2,
    says: "an entry is not an object",
  },
  "the opened record has a third choice": {
    replies: () => ({ [of("opened")]: raw(openedText([{ ...record.opened[0], vote: "maybe" }])) }),
    code: 2,
    says: '"vote" of an entry',
  },
  "the opened record has another choice": {
    replies: () => ({ [of("opened")]: raw(openedText(other.opened)) }),
    code: 1,
    says: "The entries are not those that the site has signed",
  },
  "the opened record leaves an entry out": {
    replies: () => ({
      [of("opened")]: raw(openedText(record.opened.filter(({ place }) => place !== 3))),
    }),
    code: 1,
    says: "Entry 3 is missing; entry 4 stands there",
  },
  "the second survey is malformed, the first is wrong": {
    replies: () => ({
      [of("survey")]: { ...survey, setAside: 3 },
      [of("survey", CLOSED_ID)]: { votes: {}, setAside: [], shown: "" },
      [of("checkpoint", CLOSED_ID)]: raw("\u0000"),
    }),
    code: 1,
    says: "The site shows 3 votes as set aside",
  },
};

function allWith(reply: (response: ServerResponse) => unknown): Replies {
  return {
    ...Object.fromEntries(Object.keys(honestReplies()).map((key) => [key, reply])),
    "*": reply,
  };
}

/** An honest site with a survey that was asked in these languages from the start. */
function withTranslations(translations: Translation[]): Replies {
  const all = { ...text, translations };
  return {
    ...withRows([VERSION, asked(all), ...ROWS.slice(2)]),
    [of("survey")]: { ...survey, shown: { ...survey.shown, ...all } },
    [of("texts")]: [{ hash: hashSurveyText(all), ...all }],
  };
}

function strangersKey(handOver: string | null) {
  const publicKey = Buffer.from(stranger.publicKey).toString("base64");
  return { publicKey, since: "2027", handOver };
}

describe("the verifier of a hostile site", () => {
  it("knows at least 64 kinds of malice", () => {
    expect(Object.keys(kinds).length).toBeGreaterThanOrEqual(64);
  });

  it.each(Object.entries(kinds))("is not talked out of it: %s", async (_, malice) => {
    replies = { ...honestReplies(), ...malice.replies() };
    const start = performance.now();
    const sentBefore = site.sent();
    const go = malice.again ? runAgain : run;
    const { code, output } = await go(malice.answerMs ? { answerMs: malice.answerMs } : {});
    expect(output).toMatch(malice.says);
    expect(code).toBe(malice.code);
    expect(performance.now() - start).toBeLessThan(limits.runMs + 5_000);
    expect(site.sent() - sentBefore).toBeLessThan(SENT_MOST);
    expect(output).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(elsewhere.calls).toEqual([]);
    expect(site.calls.every(({ token }) => token === `Bearer ${TOKEN}`)).toBe(true);
  });

  it("tells that a text was edited, for how many votes, and what it was", async () => {
    const edited = { ...text, title: "Woods" };
    const second = toText({ kind: "text", hash: hashSurveyText(edited) });
    const rows = [...ROWS, second, vote(6)];
    const results = { yes: 4, no: 2 };
    replies = {
      ...honestReplies(edited),
      ...withRows(rows),
      [of("survey")]: { ...survey, votes: 6, shown: { ...edited, ...results } },
      [of("texts")]: [text, edited].map((one) => ({ hash: hashSurveyText(one), ...one })),
    };
    const { code, output } = await run();
    expect(output).toContain("5 votes answered another text:");
    expect(output).toContain("- title: Trees");
    expect(output).toContain("+ title: Woods");
    expect(output).toContain("1 votes answered the text that is shown");
    expect(code).toBe(0);
  });

  it.each([
    ["The question is not the one", { ...inArabic, question: "Plant none?" }],
    ["The question in ar is not the one", { ...text, translations: [turned] }],
    ["The question in ar is not the one", text],
  ])("calls it wrong if 'yes' was turned around: %s", async (says, now) => {
    const second = toText({ kind: "text", hash: hashSurveyText(now) });
    const rows = [VERSION, asked(inArabic), ...ROWS.slice(2), second, vote(6)];
    replies = {
      ...honestReplies(),
      ...withRows(rows),
      [of("survey")]: { ...survey, votes: 6, shown: { ...now, yes: 4, no: 2 } },
      [of("texts")]: [inArabic, now].map((one) => ({ hash: hashSurveyText(one), ...one })),
    };
    const { code, output } = await run();
    expect(output).toContain(`${says} that 5 votes have answered`);
    expect(code).toBe(1);
  });

  it("tells of a translation that was added after votes, and agrees with one from the start", async () => {
    replies = { ...honestReplies(inArabic), ...withTranslations([arabic]) };
    expect(await run()).toMatchObject({ code: 0 });
    const rows = [...ROWS, asked(inArabic), vote(6)];
    replies = {
      ...honestReplies(inArabic),
      ...withRows(rows),
      [of("survey")]: { ...survey, votes: 6, shown: { ...inArabic, yes: 4, no: 2 } },
      [of("texts")]: [text, inArabic].map((one) => ({ hash: hashSurveyText(one), ...one })),
    };
    const { code, output } = await run();
    expect(output).toContain(`+ title in ar: ${arabic.title}`);
    expect(output).not.toContain("- title in ar");
    expect(code).toBe(0);
  });

  it("leaves a survey's failure where it is", async () => {
    replies = { ...honestReplies(), [of("survey")]: null };
    const { code, output } = await run();
    expect(code).toBe(2);
    expect(output).toContain(`ok      ${CLOSED_ID}`);
    expect(output).toContain("4 fine, 0 wrong, 1 could not be checked");
  });

  it("stops when there is no time left, and says so for each survey", async () => {
    const state = { limits: { ...limits, runMs: 0 } };
    replies = honestReplies();
    const lines: string[] = [];
    const code = await runVerify([site.url, "--state", path.join(directory, "no-time.json")], {
      token: undefined,
      fetch,
      wait: async () => {},
      ...state,
      say: (line) => lines.push(line),
    });
    expect(code).toBe(2);
    expect(lines.join("\n")).toContain("There was no time left for it");
  });

  it("knows no survey that the site does not know", async () => {
    replies = honestReplies();
    const { code, output } = await run({ args: [site.url, ID.replace("1", "9")] });
    expect(code).toBe(2);
    expect(output).toContain("The site knows no such survey");
  });

  it("refuses what is no address, no id and no key", async () => {
    for (const args of [
      [],
      ["ftp://a.b"],
      ["nowhere"],
      [site.url, "../.."],
      [site.url, "--key", "x"],
    ]) {
      expect(await run({ args })).toMatchObject({ code: 2 });
    }
  });
});

describe("a receipt that was proved in the log", () => {
  it("shows that the log, and the record, were put back to an earlier state", async () => {
    const origin = "example.org/log";
    const longer = signer.sign(`${origin}\n83\n${someRoot}\n`, origin);
    const file = path.join(directory, "proved.json");
    const logProof = `c2sp.org/tlog-proof@v1\nindex 78\n\n${longer}`;
    const about = { format: "survey-receipt/v2", checkpoint: more.checkpoint };
    writeFileSync(file, JSON.stringify({ ...about, logged: { logProof } }));
    replies = honestReplies();
    const { code, output } = await run({ args: [site.url, "--with", file] });
    expect(output).toContain("The log has shrunk from 83 to 5 entries: history was lost");
    expect(output).toContain("The record has shrunk from 9 to 7 entries: history was lost");
    expect(code).toBe(1);
    replies = { ...honestReplies(), "/log/keys": status(404) };
    expect((await run({ args: [site.url, "--with", file] })).output).toContain(
      "The log has vanished; it had 83 entries",
    );
  });
});

async function* entriesOf(texts: string[]) {
  yield* texts;
}

describe("evidence", () => {
  const file = () => path.join(directory, `evidence-${ID}.json`);
  const judge = () => run({ args: ["--evidence", file()] });

  it("of two histories convinces somebody who was not there", async () => {
    replies = { ...honestReplies(), ...withRows(otherRows) };
    expect((await runAgain()).output).toContain(`Others can check it with --evidence ${file()}`);
    replies = {};
    const { code, output } = await judge();
    expect(code).toBe(1);
    expect(output).toContain("The site has signed two histories, with 7 and with 9 entries");
    expect(output).toContain(keysReply[0]?.publicKey);
    // Nobody can make it of an honest record.
    const kept = JSON.parse(readFileSync(file(), "utf8"));
    const forge = async (change: object) => {
      writeFileSync(file(), JSON.stringify({ ...kept, ...change }));
      return judge();
    };
    expect((await forge({ later: more.checkpoint })).output).toContain("does not show how");
    const proof = await proveBeginning(entriesOf(more.texts), 7, 9);
    expect(await forge({ later: more.checkpoint, ...proof })).toMatchObject({ code: 2 });
    const honest = recordOf(ID, ROWS).checkpoint;
    expect((await forge({ later: honest })).output).toContain("Its checkpoints are the same");
    expect((await forge({ later: recordOf(ID, otherRows, stranger).checkpoint })).output).toContain(
      "not signed with its keys",
    );
    expect(await forge({ format: "else" })).toMatchObject({ code: 2 });
  });

  it("of two histories of one size are the two notes", async () => {
    replies = { ...honestReplies(), [of("checkpoint")]: raw(other.checkpoint) };
    await runAgain();
    expect(await judge()).toMatchObject({ code: 1 });
  });

  it("that was proven is not replaced by a weaker one", async () => {
    const kept = path.join(directory, "evidence-log.json");
    const shorter = `example.org/log\n1\n${someRoot}\n`;
    replies = {
      ...honestReplies(),
      "/log/checkpoint": raw(signer.sign(shorter, "example.org/log")),
    };
    expect((await runAgain()).output).toContain("The log has shrunk from 5 to 1 entries");
    expect(readFileSync(kept, "utf8")).toContain('"shrunk"');
    const proven = JSON.stringify({ kind: "two-histories" });
    writeFileSync(kept, proven);
    await runAgain();
    expect(readFileSync(kept, "utf8")).toBe(proven);
  });
});
