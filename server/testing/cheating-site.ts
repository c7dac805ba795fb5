import { constants, generateKeyPairSync, sign } from "node:crypto";
import { paperText, receiptOf } from "../../record/ballots.ts";
import { toBase64 } from "../../record/bytes.ts";
import { checkpointText, openCheckpoint } from "../../record/checkpoint.ts";
import { cosign } from "../../record/cosignature.ts";
import {
  type Choice,
  commitmentOf,
  type Entry,
  hashSurveyText,
  type SurveyText,
  toText,
} from "../../record/entries.ts";
import { type LogEntry, type Terms, toLogText } from "../../record/log-entries.ts";
import { AT_CLOSING, makePromises, promisedAt, type VotePromise } from "../../record/promises.ts";
import { SIGNS_CHECKPOINTS, SIGNS_NOTES } from "../../record/signed-note.ts";
import {
  append,
  hashRanges,
  parseTilePath,
  rootOf,
  TILE_WIDTH,
  type Tile,
  type TreeEnd,
  writeBundle,
} from "../../record/tiles.ts";
import { consistencyRanges, hashLeaf } from "../../record/tree.ts";
import { toVkey, type Vkey } from "../../record/vkey.ts";
import { hashOfOrigin, judgeRequest, writeRequest } from "../../record/witness.ts";
import { createSigner } from "../record/signing/signer.ts";
import { openSigningKey } from "../record/signing/signing-key.ts";

// A site with one survey that people vote on, whose operator has the database, the key and the code. It keeps what it likes
// and answers what it likes; who reads it sees only its answers. All on one day, whose times the tests
// name.

export const ID = "00000000-0000-4000-8000-00000000000a";
/** A second survey, on which nobody has voted. */
const OTHER = "00000000-0000-4000-8000-00000000000b";
const ORIGIN = `example.org/record/${ID}`;
const LOG = "example.org/log";
const WITNESS_URL = "https://witness.example";

/** A time of the day. */
export const at = (time: string) => `2026-01-05T${time}:00.000Z`;

export interface Vote {
  receipt: string;
  nonce: string;
  vote: Choice;
  textHash: string;
  /** Of a secret ballot. */
  serial?: string;
  signature?: string;
}

/** What a voter gets. */
export interface Given extends Vote {
  origin: string;
  promise: VotePromise;
}

/** A vote, or another entry. */
export type Row = Vote | Exclude<Entry, { kind: "vote" }>;
export const isVote = (row: Row): row is Vote => "receipt" in row;

const english: SurveyText = {
  title: "Trees",
  description: "More of them",
  question: "Plant them?",
  translations: [{ language: "es", title: "Árboles", description: "Más", question: "¿Plantar?" }],
};

const papers = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const BALLOT_KEY = papers.publicKey
  .export({ format: "der", type: "spki" })
  .toString("base64");

/** A ballot with a paper that the site has signed, whoever has asked for it. */
export function ballotOf(vote: Vote, number: number): Vote {
  const serial = Buffer.alloc(32, number + 1);
  const key = { key: papers.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 };
  const signature = sign("sha384", paperText(ID, serial), key).toString("base64url");
  return { ...vote, receipt: receiptOf(serial), serial: serial.toString("base64url"), signature };
}

/** A tree of these texts, and how it is served. */
function treeOf(texts: string[]) {
  const end: TreeEnd = { size: 0, tails: [] };
  const tiles = new Map<string, Tile>();
  for (const text of texts) {
    for (const tile of append(end, [hashLeaf(text)])) {
      tiles.set(`${tile.level}/${tile.number}`, { ...tile, hashes: [...tile.hashes] });
    }
  }
  return {
    size: end.size,
    root: rootOf(end),
    tiles: [...tiles.values()],
    readFile(path: string): Uint8Array | number {
      const { level = 0, number = 0, width = 0 } = parseTilePath(path) ?? {};
      if (level === "entries") {
        const from = number * TILE_WIDTH;
        return from < texts.length ? writeBundle(texts.slice(from, from + width)) : 404;
      }
      const hashes = tiles.get(`${level}/${number}`)?.hashes.slice(0, width) ?? [];
      return hashes.length === width ? Uint8Array.from(Buffer.concat(hashes)) : 404;
    },
  };
}

export type Answer = string | Uint8Array | object | number;

/** Everything that the operator can change between two looks. */
export interface Cheating {
  /** As they were cast. */
  votes: Given[];
  rows: Row[];
  log: LogEntry[];
  /** With the signatures of witnesses. */
  logNote: string;
  terms: Terms;
  /** As it is shown now. */
  text: SurveyText;
  texts: SurveyText[];
  /** Added to what the record says, wherever numbers are shown. */
  more: { yes: number; no: number };
  isListed: boolean;
  /** So many minutes behind is the clock of its log. */
  slowBy: number;
  /** What is written into the log instead. */
  logs: (entry: LogEntry) => LogEntry[];
  signer: ReturnType<typeof createSigner>;
  /** Asked for each answer: another one, or undefined for the usual one. */
  serve: (path: string, reader: string) => Answer | undefined;
}

export function createCheatingSite(results: Terms["results"] = "always") {
  const site: Cheating = {
    votes: [],
    rows: [{ kind: "version" }, { kind: "text", hash: hashSurveyText(english) }],
    log: [],
    logNote: "",
    terms: { opens: null, closes: at("12:00"), results },
    text: english,
    texts: [english],
    more: { yes: 0, no: 0 },
    isListed: true,
    slowBy: 0,
    logs: (entry) => [entry],
    signer: createSigner(Buffer.alloc(32, 1)),
    serve: () => undefined,
  };
  const witness = createWitness(site);
  const nothing = () => ({ record: 0, terms: "", texts: new Set<string>(), changes: 0 });
  let published = nothing();

  /** What a vote is answered with. Votes with a promise of their own are the voters' problem. */
  function cast(choices: Choice[], time: string): Given[] {
    const first = site.votes.length;
    const votes = choices.map((vote, index) => ({
      receipt: (first + index + 1).toString(16).padStart(8, "0").padEnd(32, "0"),
      nonce: (first + index + 1).toString(16).padStart(32, "7"),
      vote,
      textHash: hashSurveyText(site.text),
    }));
    const asBallots = site.terms.ballotKey
      ? votes.map((vote, n) => ballotOf(vote, first + n))
      : votes;
    const given = asBallots.map((vote) => ({
      ...vote,
      origin: ORIGIN,
      promise: promise(vote, time),
    }));
    site.votes.push(...given);
    return given;
  }

  function promise(vote: Vote, time: string, by?: string): VotePromise {
    const commitment = commitmentOf(ID, vote.receipt, vote.vote, vote);
    const due = results === "closed" ? AT_CLOSING : promisedAt(new Date(at(time)));
    const [made] = makePromises([{ origin: ORIGIN, commitment, by: by ?? due }], site.signer.sign);
    if (!made) throw new Error("No promise");
    return made;
  }

  /** Brings the log up to date, and asks the witness. */
  async function addToLog(time: string, logged: Row[] = site.rows): Promise<void> {
    const add = (entry: LogEntry) => void site.log.push(...site.logs(entry));
    if (published.terms === "") {
      add({ kind: "terms", survey: OTHER, opens: null, closes: null, results: "voted" });
      add({ kind: "text", survey: OTHER, hash: hashSurveyText(english) });
    }
    const terms = JSON.stringify(site.terms);
    if (terms !== published.terms) add({ kind: "terms", survey: ID, ...site.terms });
    published.terms = terms;
    for (const hash of site.texts.map(hashSurveyText)) {
      if (!published.texts.has(hash)) add({ kind: "text", survey: ID, hash });
      published.texts.add(hash);
    }
    const changes = logged.filter((row) => "kind" in row && /set-aside|restored/.test(row.kind));
    for (const change of changes.slice(published.changes) as Extract<
      Entry,
      { places: number[] }
    >[]) {
      const { kind, places, reason, date } = change;
      add({ kind, survey: ID, votes: places.length, reason, date });
    }
    published.changes = changes.length;
    const { size, root } = recordOf(logged);
    if (logged.some(isVote) && size !== published.record) {
      add({ kind: "checkpoint", survey: ID, size, root });
      const closed = logged.find((row) => "kind" in row && row.kind === "closed");
      if (closed && "date" in closed && !site.log.some(({ kind }) => kind === "closed")) {
        add({ kind: "closed", survey: ID, date: closed.date });
      }
      published.record = size;
    }
    const now = Date.parse(at(time)) - site.slowBy * 60_000;
    add({ kind: "time", time: new Date(now).toISOString() });
    await publish(time);
  }

  /** Another log, as if all that is kept now had been so from the beginning. */
  async function rewriteLog(...times: string[]): Promise<void> {
    site.log = [];
    published = nothing();
    for (const [index, time] of times.entries()) {
      await addToLog(time, index === 0 ? [] : site.rows);
    }
  }

  /** Signs the log as it is. A witness that refuses adds nothing. */
  async function publish(time: string): Promise<void> {
    const { size, root } = treeOf(site.log.map(toLogText));
    const note = site.signer.sign(checkpointText({ origin: LOG, size, root }), LOG);
    site.logNote = note + (await witness.sign(note, at(time)));
  }

  function recordOf(rows: Row[]) {
    return treeOf(
      rows.map((row) => {
        if (!isVote(row)) return toText(row);
        const commitment = commitmentOf(ID, row.receipt, row.vote, row);
        return toText({ kind: "vote", commitment });
      }),
    );
  }

  function numbers() {
    const aside = new Set<number>();
    for (const row of site.rows) {
      if (isVote(row) || !("places" in row)) continue;
      for (const place of row.places) {
        if (row.kind === "set-aside") aside.add(place);
        else aside.delete(place);
      }
    }
    const counted = site.rows.filter((row, place): row is Vote => isVote(row) && !aside.has(place));
    const yes = counted.filter(({ vote }) => vote === "yes").length + site.more.yes;
    const no = counted.filter(({ vote }) => vote === "no").length + site.more.no;
    return { yes, no, votes: yes + no, setAside: aside.size };
  }

  const keys = () => [
    {
      publicKey: toBase64(site.signer.publicKey),
      since: at("00:00"),
      handOver: site.signer.handOver,
    },
  ];

  /** What the site answers now, with `time` on everybody's clock. */
  function answer(path: string, time: string): Answer {
    const { yes, no, votes, setAside } = numbers();
    const { closes: closesAt, results: resultsMode } = site.terms;
    const isClosed = closesAt !== null && closesAt <= at(time);
    const isOpenToAll = resultsMode === "always" || (resultsMode === "closed" && isClosed);
    const card = {
      _id: ID,
      votes,
      closesAt,
      phase: isClosed ? "closed" : "open",
      resultsMode,
      results: isOpenToAll ? { yes, no } : null,
    };
    const open = { resultsMode: "voted", closesAt: null, votes: 0 };
    const other = { ...card, ...open, _id: OTHER, phase: "open", results: null };
    const record = recordOf(site.rows);
    const [, tree, file = ""] = /^\/(record\/[^/]+|log)\/((?:tile\/).*)$/.exec(path) ?? [];
    if (tree === "log") return treeOf(site.log.map(toLogText)).readFile(file);
    if (tree) return record.readFile(file);
    switch (path) {
      case "/log/keys":
        return { origin: LOG, keys: keys(), witnesses: [{ vkey: toVkey(witness.key) }], quorum: 1 };
      case "/log/checkpoint":
        return site.logNote || 404;
      case "/record/keys":
        return keys();
      case "/survey/item":
        return site.isListed ? [card, other] : [other];
      case `/survey/results/${OTHER}`:
        return other;
      case `/record/${OTHER}/survey`:
        return { ...open, setAside: 0, shown: null };
      case `/survey/results/${ID}`:
        return card;
      case `/embed/${ID}`: {
        const sides = isOpenToAll ? ` data-yes="${yes}" data-no="${no}"` : "";
        return `<main data-votes="${votes}"${sides}>`;
      }
      case "/openData/results":
        return isOpenToAll ? `[\n${JSON.stringify({ surveyId: ID, yes, no })}\n]\n` : "[\n]\n";
      case `/record/${ID}/checkpoint`:
        if (!site.rows.some(isVote)) return 404;
        return site.signer.sign(checkpointText({ origin: ORIGIN, ...record }), ORIGIN);
      case `/record/${ID}/survey`:
        return {
          votes,
          setAside,
          resultsMode,
          closesAt,
          shown: isOpenToAll ? { ...site.text, yes, no } : null,
        };
      case `/record/${ID}/texts`:
        return site.texts.map((text) => ({ hash: hashSurveyText(text), ...text }));
      case `/record/${ID}/opened`: {
        if (!isOpenToAll) return 403;
        const opened = site.rows.map((row, place) =>
          isVote(row)
            ? { place, ...row, entry: "" }
            : { place, receipt: "", nonce: "", vote: "", entry: toText(row) },
        );
        return `[\n${opened.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;
      }
      default:
        return 404;
    }
  }

  /**
   * Another history for some readers: since the first `entries` of the record and the first `logged` of
   * the log, it has more entries. No witness has seen it.
   */
  function forked(since: { entries: number; logged: number }, more: Row[]): Partial<Cheating> {
    const rows = site.rows.toSpliced(since.entries, 0, ...more);
    const log = site.log.map((entry, place) => {
      if (entry.kind !== "checkpoint" || place < since.logged) return entry;
      const size = entry.size + more.length;
      return { ...entry, size, root: recordOf(rows.slice(0, size)).root };
    });
    const { size, root } = treeOf(log.map(toLogText));
    const logNote = site.signer.sign(checkpointText({ origin: LOG, size, root }), LOG);
    return { rows, log, logNote };
  }

  /** What it answers with another state. */
  function answerAs(other: Partial<Cheating>, path: string, time: string): Answer {
    const own = { ...site };
    Object.assign(site, other);
    const given = answer(path, time);
    Object.assign(site, own);
    return given;
  }

  /** The network, as this reader has it at this time. */
  function fetchFor(reader: string, time: string): typeof fetch {
    return async (input) => {
      const { origin, pathname } = new URL(String(input));
      const seen = () => (pathname.includes(hashOfOrigin(LOG)) && witness.seen()) || 404;
      const given =
        origin === WITNESS_URL ? seen() : (site.serve(pathname, reader) ?? answer(pathname, time));
      if (typeof given === "number") return new Response(null, { status: given });
      if (typeof given === "string") return new Response(given);
      if (given instanceof Uint8Array) return new Response(Uint8Array.from(given));
      return new Response(JSON.stringify(given));
    };
  }

  const policy = () =>
    [
      `log ${toVkey({ name: LOG, publicKey: createSigner(Buffer.alloc(32, 1)).publicKey, signs: SIGNS_NOTES })}`,
      `witness town ${toVkey(witness.key)} ${WITNESS_URL}`,
      "quorum town",
    ].join("\n");

  return { site, cast, promise, addToLog, rewriteLog, answer, answerAs, forked, fetchFor, policy };
}

/** Somebody else's: it signs what goes on from what it has signed. */
function createWitness(site: Cheating) {
  const { publicKey, sign } = openSigningKey(Buffer.alloc(32, 9));
  const key: Vkey = { name: "witness.example", publicKey, signs: SIGNS_CHECKPOINTS };
  const logKey = { name: LOG, publicKey: site.signer.publicKey, signs: SIGNS_NOTES };
  let last: { size: number; root: Uint8Array; note: string } | undefined;
  return {
    key,
    seen: () => last?.note,
    async sign(note: string, time: string): Promise<string> {
      try {
        const { size } = await openCheckpoint(note, [logKey]);
        const ranges = last ? consistencyRanges(last.size, size) : [];
        const proof = hashRanges(ranges, treeOf(site.log.map(toLogText)).tiles);
        const text = writeRequest({ oldSize: last?.size ?? 0, proof, checkpoint: note });
        const accepted = await judgeRequest(text, { logs: [logKey], seen: () => last });
        const [body = ""] = note.split("\n\n", 1);
        const line = cosign(`${body}\n`, key, Date.parse(time) / 1_000, sign);
        last = { ...accepted.checkpoint, note: note + line };
        return line;
      } catch {
        return "";
      }
    },
  };
}
