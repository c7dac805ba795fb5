import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { checkpointText } from "../../record/checkpoint.ts";
import {
  type Choice,
  commitmentOf,
  hashSurveyText,
  type SurveyText,
  toText,
} from "../../record/entries.ts";
import { type LogEntry, toLogText } from "../../record/log-entries.ts";
import { append, rootOf, type TreeEnd, writeBundle } from "../../record/tiles.ts";
import { hashLeaf } from "../../record/tree.ts";
import { createSigner } from "../record/signing/signer.ts";

// A site with two small records, as a verifier sees it, for tests that change what it answers.

export const ID = "00000000-0000-4000-8000-000000000001";
export const CLOSED_ID = "00000000-0000-4000-8000-000000000002";
export const signer = createSigner(Buffer.alloc(32, 1));
export const text = {
  title: "Trees",
  description: "More",
  question: "Plant?",
  translations: [],
};

interface Vote {
  receipt: string;
  nonce: string;
  vote: Choice;
}

/** A vote, or the text of another entry. */
export type Row = Vote | string;

export const CLOSED = "closed 2026-01-02\n";
export const VERSION = toText({ kind: "version" });
export const TEXT = toText({ kind: "text", hash: hashSurveyText(text) });
export const vote = (number: number, choice: Choice = "yes"): Vote => ({
  receipt: number.toString(16).padStart(8, "0").padEnd(32, "0"),
  nonce: "ab".repeat(16),
  vote: choice,
});
const VOTES = [vote(1), vote(2), vote(3), vote(4, "no"), vote(5, "no")];
export const ROWS: Row[] = [VERSION, TEXT, ...VOTES];
export const CLOSED_ROWS: Row[] = [...ROWS, CLOSED];

/** A record with these entries, signed. */
export function recordOf(
  id: string,
  rows: Row[],
  by = signer,
  origin = `example.org/record/${id}`,
) {
  let asked = "";
  const texts = rows.map((row) => {
    if (typeof row === "string") {
      if (row.startsWith("text ")) asked = row.slice(5, -1);
      return row;
    }
    const { receipt, nonce, vote: choice } = row;
    const commitment = commitmentOf(id, receipt, choice, { nonce, textHash: asked });
    return toText({ kind: "vote", commitment });
  });
  const end: TreeEnd = { size: 0, tails: [] };
  append(
    end,
    texts.map((entry) => hashLeaf(entry)),
  );
  const { size } = end;
  const tree = { origin, size, root: rootOf(end) };
  return {
    size,
    texts,
    checkpoint: by.sign(checkpointText(tree), origin),
    opened: rows.map((row, place) =>
      typeof row === "string"
        ? { place, receipt: "", nonce: "", vote: "", entry: row }
        : { place, ...row, entry: "" },
    ),
  };
}

/** What the site answers, by path. A function may do with the response what it likes. */
type Reply = unknown | ((response: ServerResponse, url: URL) => void);
export type Replies = Record<string, Reply>;

const sumOf = (rows: Row[], choice: Choice) =>
  rows.filter((row) => typeof row !== "string" && row.vote === choice).length;

export function cardOf(id: string, rows: Row[]) {
  const results = { yes: sumOf(rows, "yes"), no: sumOf(rows, "no") };
  const isClosed = rows.includes(CLOSED);
  return {
    _id: id,
    votes: results.yes + results.no,
    closesAt: isClosed ? "2026-01-02T10:00:00.000Z" : null,
    phase: isClosed ? "closed" : "open",
    resultsMode: "always",
    results,
  };
}

export function openRowOf(id: string, rows: Row[]) {
  return { surveyId: id, ...cardOf(id, rows).results };
}

export function surveyReplies(id: string, rows: Row[], record = recordOf(id, rows)): Replies {
  const { votes, results, closesAt } = cardOf(id, rows);
  return {
    [`/survey/results/${id}`]: cardOf(id, rows),
    [`/record/${id}/survey`]: {
      votes,
      setAside: 0,
      resultsMode: "always",
      closesAt,
      shown: { ...text, ...results },
    },
    [`/record/${id}/texts`]: [{ hash: hashSurveyText(text), ...text }],
    [`/record/${id}/checkpoint`]: raw(record.checkpoint),
    // The tests' records fit into one bundle.
    [`/record/${id}/tile/entries/000.p/${record.size}`]: raw(writeBundle(record.texts)),
    [`/record/${id}/opened`]: raw(openedText(record.opened)),
  };
}

export function openedText(rows: object[]): string {
  return `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;
}

/** Sent as it is. */
export function raw(body: string | Uint8Array) {
  return (response: ServerResponse) => response.end(body);
}

export const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end();

/** Goes on for ever, as fast as it is read. */
export const endless =
  (part: string, begin = "") =>
  (response: ServerResponse) => {
    response.write(begin);
    const chunk = part.repeat(Math.ceil(4_096 / part.length));
    const go = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", go);
    go();
  };

/** One byte now and then, for ever. */
export const drip =
  (begin = "") =>
  (response: ServerResponse) => {
    response.write(`${begin} `);
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  };

export const listing =
  (cards: unknown, link?: string) =>
  (response: ServerResponse): void => {
    if (link) response.setHeader("link", link);
    response.end(JSON.stringify(cards));
  };

export const keysReply = [
  { publicKey: Buffer.from(signer.publicKey).toString("base64"), since: "2026", handOver: null },
];

const STARTED = new Date().toISOString();

/** A log that names both surveys and these texts, and no tree of a record: tests change what records have. */
function logReplies(shown: SurveyText[]): Replies {
  const origin = "example.org/log";
  const named = [ID, CLOSED_ID].flatMap((id): LogEntry[] => {
    const { closesAt: closes } = cardOf(id, id === ID ? ROWS : CLOSED_ROWS);
    return [
      { kind: "terms", survey: id, opens: null, closes, results: "always" },
      ...shown.map((one) => ({ kind: "text", survey: id, hash: hashSurveyText(one) }) as const),
    ];
  });
  const texts = [...named, { kind: "time", time: STARTED } as const].map(toLogText);
  const end: TreeEnd = { size: 0, tails: [] };
  append(
    end,
    texts.map((entry) => hashLeaf(entry)),
  );
  const head = checkpointText({ origin, size: end.size, root: rootOf(end) });
  return {
    "/log/keys": { origin, keys: keysReply, witnesses: [], quorum: 0 },
    "/log/checkpoint": raw(signer.sign(head, origin)),
    [`/log/tile/entries/000.p/${end.size}`]: raw(writeBundle(texts)),
  };
}

export function honestReplies(...edited: SurveyText[]): Replies {
  return {
    ...logReplies([text, ...edited]),
    "/record/keys": keysReply,
    "/survey/item": [cardOf(ID, ROWS), cardOf(CLOSED_ID, CLOSED_ROWS)],
    "/openData/results": raw(openedText([openRowOf(ID, ROWS), openRowOf(CLOSED_ID, CLOSED_ROWS)])),
    ...surveyReplies(ID, ROWS),
    ...surveyReplies(CLOSED_ID, CLOSED_ROWS),
  };
}

/** Answers 404 for every other path. `calls` has what was asked, `sent` counts bytes. */
export async function startSite(replies: () => Replies) {
  const calls: { path: string; token: string | undefined }[] = [];
  let sent = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://any.where");
    calls.push({ path: url.pathname, token: String(request.headers.validation ?? "") });
    const all = replies();
    const reply = url.pathname in all ? all[url.pathname] : all["*"];
    if (reply === undefined) response.writeHead(404).end();
    else if (typeof reply === "function") reply(response, url);
    else response.end(JSON.stringify(reply));
  });
  server.on("connection", (socket) => {
    socket.on("error", () => {});
    socket.on("close", () => {
      sent += socket.bytesWritten;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    sent: () => sent,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
