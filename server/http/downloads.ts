import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { stringify } from "csv-stringify/sync";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { FileFormat } from "../../contract/file-formats.ts";
import type { Route } from "../../contract/route.ts";
import { accepts } from "./files.ts";

const mediaTypes = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
} as const satisfies Record<FileFormat, string>;

/** Rows about one thing, after whose title the file is named. */
export class TitledRows {
  readonly title: string;
  readonly rows: AsyncIterable<unknown[]>;

  constructor(title: string, rows: AsyncIterable<unknown[]>) {
    this.title = title;
    this.rows = rows;
  }
}

/**
 * Sends a file no faster than the reader takes it: memory holds a part or two. `authorise` throws as
 * soon as the reader may no longer read it.
 */
export async function sendDownload(
  route: Route,
  reply: FastifyReply,
  format: FileFormat,
  content: AsyncIterable<unknown[]> | TitledRows,
  authorise: () => unknown,
): Promise<FastifyReply> {
  const isTitled = content instanceof TitledRows;
  const rows = isTitled ? content.rows : content;
  const parts = writeRows(rowsAsText(route, format), rows, authorise);
  // Read before anything is sent, so that a failure can still be answered with its status.
  const first = await parts.next();
  reply
    .type(mediaTypes[format])
    .header(
      "content-disposition",
      `attachment; ${nameFile(route.download ?? "", isTitled ? content.title : null, format)}`,
    )
    .header("cache-control", "no-store");
  if (route.compressed) reply.header("vary", "accept-encoding");
  if (reply.request.method === "HEAD") {
    // Fastify would read a stream to its end and send none of it.
    await parts.return(undefined);
    return reply.send(Readable.from([]));
  }
  const stream = Readable.from(startingWith(first, parts), { highWaterMark: 1 });
  if (!route.compressed || !accepts(reply.request.headers["accept-encoding"], "gzip")) {
    return reply.send(stream);
  }
  // Whichever of them ends early ends the other; the reply's own error handling tells of it.
  const gzip = pipeline(stream, createGzip({ level: LEVEL }), () => {});
  return reply.header("content-encoding", "gzip").send(gzip);
}

// Random digits don't get smaller with more work: level 1 makes 28 % of a record, level 6 27 %.
const LEVEL = 1;

// With four bytes for each, and the date, still less than the 255 bytes that file systems take.
const LONGEST_TITLE = 50;

/**
 * By its title and the day, so that two files are told apart. Only letters and digits, so that no title
 * is a path or an order; and for programs that know only ASCII a name in it (RFC 6266).
 */
function nameFile(download: string, title: string | null, format: FileFormat): string {
  if (title === null) return `filename="${download}.${format}"`;
  const end = `-${new Date().toISOString().slice(0, 10)}.${format}`;
  const joined = (text: string, other: RegExp) =>
    Array.from(text.replace(other, "-"))
      .slice(0, LONGEST_TITLE)
      .join("")
      .replace(/^-+|-+$/g, "");
  const plain = joined(title.normalize("NFKD").replace(/\p{M}/gu, ""), /[^a-zA-Z0-9]+/g);
  const whole = joined(title.normalize("NFC"), /[^\p{L}\p{M}\p{N}]+/gu);
  return `filename="${plain || download}${end}"; filename*=UTF-8''${encodeURIComponent(whole || download)}${end}`;
}

async function* startingWith<Part>(
  first: IteratorResult<Part, unknown>,
  rest: AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  try {
    for (let part = first; !part.done; part = await rest.next()) yield part.value;
  } finally {
    // If the reader leaves early, the query ends too.
    await rest.return(undefined);
  }
}

async function* writeRows(
  file: RowsAsText,
  batches: AsyncIterable<unknown[]>,
  authorise: () => unknown,
) {
  let before = file.begin;
  for await (const batch of batches) {
    await authorise();
    if (batch.length === 0) continue;
    yield before + file.add(batch.splice(0));
    before = file.separator;
  }
  yield before === file.begin ? file.begin + file.end : file.end;
}

interface RowsAsText {
  begin: string;
  /** Between two batches of rows. */
  separator: string;
  add(rows: unknown[]): string;
  end: string;
}

/** How a route's rows are written. */
export function rowsAsText(route: Route, format: FileFormat): RowsAsText {
  const rows = z.array(route.reply);
  const columns = route.reply instanceof z.ZodObject ? Object.keys(route.reply.shape) : [];
  const { add, ...file } = format === "csv" ? csvFile(columns) : jsonFile;
  return { ...file, add: (given) => add(rows.parse(given)) };
}

/**
 * Where a cell, or a part of it, starts like a formula. Some spreadsheets treat full-width
 * characters as the ASCII ones. Quotes protect a cell only in programs that split at commas: with a
 * decimal comma, a spreadsheet splits at semicolons, and then quotes in the middle of what it takes
 * for a cell do not protect semicolons or line breaks inside it.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=["' \u00a0]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g;

/** An apostrophe makes a spreadsheet show a formula as text instead of running it. */
function withoutFormulas(text: string): string {
  return text.replace(formulaStart, "'");
}

function csvFile(columns: string[]) {
  const form = {
    columns,
    cast: { boolean: String, string: withoutFormulas },
  };
  return {
    // The byte order mark tells spreadsheets that the file is UTF-8.
    begin: stringify([], { ...form, header: true, bom: true }),
    separator: "",
    add: (rows: unknown[]) => stringify(rows, form),
    end: "",
  };
}

const jsonFile = {
  begin: "[\n",
  separator: ",\n",
  add: (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join(",\n"),
  end: "\n]\n",
};
