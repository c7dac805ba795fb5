import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { addAbortSignal } from "node:stream";
import { createBrotliDecompress } from "node:zlib";
import {
  BackupProblem,
  type Count,
  countSchema,
  createCounter,
  END_OF_ROWS,
  endSchema,
  FORMAT,
  type Header,
  headerSchema,
  isSame,
  nameOf,
  type Table,
  tableSchema,
  VERSION,
} from "./format.ts";

/** What comes out of a file, in this order: a table, its rows as whole lines, what they add up to. */
type Part =
  | { kind: "table"; table: Table }
  | { kind: "rows"; lines: Buffer }
  | { kind: "count"; table: Table; count: Count };

// Far more than the names of all migrations.
const LONGEST_HEADER = 1024 * 1024;
// Far more than any row: texts are bounded, and a tile of a record has 16 kB.
const LONGEST_LINE = 64 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
// How much text one compressed byte may stand for. Brotli can make a gigabyte of a kilobyte, which would
// take hours to read. No backup of a site comes near: a row has a random id, which compresses to 16
// bytes, and has been sent as a request of at most 64 kB, or is made of random bytes itself.
const MOST_EXPANSION = 5_000;

/** Reads a backup to its end. Throws `BackupProblem` unless every byte is as it was written. */
export async function checkBackup(file: string, signal?: AbortSignal): Promise<Header> {
  const { header } = await readHeader(file);
  await readCounts(file, signal);
  return header;
}

/** What each table of a backup adds up to, by its name. */
export async function readCounts(
  file: string,
  signal?: AbortSignal,
): Promise<Record<string, Count>> {
  const counts: Record<string, Count> = {};
  for await (const part of readBackup(file, signal)) {
    if (part.kind === "count") counts[nameOf(part.table)] = part.count;
  }
  return counts;
}

/** The first line, and its bytes. */
export async function readHeader(file: string): Promise<{ header: Header; line: Buffer }> {
  const notOurs = new BackupProblem(`${file} is no backup of this site.`);
  const handle = await open(file).catch((error: Error) => {
    throw new BackupProblem(`${file} can't be read: ${error.message}`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_HEADER));
    const line = buffer.subarray(0, buffer.subarray(0, bytesRead).indexOf("\n") + 1);
    const given = parseJson(line) as { format?: unknown; version?: unknown } | undefined;
    if (given?.format !== FORMAT) throw notOurs;
    if (Number(given.version) > VERSION) {
      throw new BackupProblem(
        `${file} was written by a newer version of this site; restore with that.`,
      );
    }
    const parsed = headerSchema.safeParse(given);
    if (!parsed.success) throw damaged(file, "its first line is not as it was written");
    return { header: parsed.data, line };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EISDIR") throw notOurs;
    throw error;
  } finally {
    await handle.close();
  }
}

/** Yields the parts of a backup. Ends with an error if anything in it is not as it was written. */
export async function* readBackup(file: string, signal?: AbortSignal): AsyncGenerator<Part> {
  const { line } = await readHeader(file);
  const parser = createParser(file, line);
  const source = createReadStream(file, { start: line.length, highWaterMark: CHUNK_BYTES });
  const text = createBrotliDecompress({ chunkSize: CHUNK_BYTES });
  if (signal) addAbortSignal(signal, text);
  let length = 0;
  source.on("error", (error) => text.destroy(error));
  try {
    for await (const chunk of source.pipe(text) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > text.bytesWritten * MOST_EXPANSION) {
        throw damaged(file, "it has far more text than a backup of its size");
      }
      yield* parser.read(chunk);
    }
  } catch (error) {
    throw explain(error, file);
  } finally {
    source.destroy();
  }
  parser.finish();
  // What follows the compressed text would go unnoticed.
  if (text.bytesWritten < source.bytesRead) throw damaged(file, "there is something after its end");
}

/** Understands the text piece by piece. `first` is the line before it. */
function createParser(file: string, first: Buffer) {
  const whole = createHash("sha256").update(first);
  let counter = createCounter();
  let table: Table | undefined;
  let state: "between" | "rows" | "count" | "end" = "between";
  let tables = 0;
  let rest: Buffer = Buffer.alloc(0);

  function take(length: number): Buffer {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  }

  /** Up to the end of the rows, or as many whole lines as there are. */
  function takeRows(): Buffer {
    const last = rest.indexOf(`\n${END_OF_ROWS}`);
    const lines = take((last < 0 ? rest.lastIndexOf("\n") : last) + 1);
    counter.add(lines);
    whole.update(lines);
    return lines;
  }

  function* read(chunk: Buffer): Generator<Part> {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    if (rest.length > LONGEST_LINE) throw damaged(file, "a line is too long");
    for (;;) {
      if (state === "rows" && !rest.subarray(0, END_OF_ROWS.length).equals(endOfRows)) {
        const lines = takeRows();
        if (lines.length === 0) return;
        yield { kind: "rows", lines };
        continue;
      }
      const length = rest.indexOf("\n") + 1;
      if (length === 0) return;
      const line = take(length);
      if (state === "end") throw damaged(file, "there is something after its end");
      const part = understand(line);
      if (part) yield part;
    }
  }

  function understand(line: Buffer): Part | undefined {
    const before = whole.copy();
    whole.update(line);
    if (state === "rows") {
      state = "count";
      return undefined;
    }
    const given = parseJson(line);
    if (state === "count" && table) {
      const { data: count } = countSchema.safeParse(given);
      if (!isSame(count, counter.read()))
        throw damaged(file, `the rows of ${nameOf(table)} differ`);
      state = "between";
      return { kind: "count", table, count: counter.read() };
    }
    table = tableSchema.safeParse(given).data;
    if (table) {
      state = "rows";
      tables += 1;
      counter = createCounter();
      return { kind: "table", table };
    }
    const { data: end } = endSchema.safeParse(given);
    if (end?.tables !== tables || end.sha256 !== before.digest("hex")) {
      throw damaged(file, "its checksum differs");
    }
    state = "end";
    return undefined;
  }

  function finish(): void {
    if (state !== "end" || rest.length > 0) throw cutShort(file);
  }

  return { read, finish };
}

const endOfRows = Buffer.from(END_OF_ROWS);

function parseJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

function damaged(file: string, how: string): BackupProblem {
  return new BackupProblem(`${file} is damaged: ${how}. Nothing was restored from it.`);
}

function cutShort(file: string): BackupProblem {
  return damaged(file, "it is cut short");
}

function explain(error: unknown, file: string): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "Z_BUF_ERROR") return cutShort(file);
  return /^(Z_|ERR_)/.test(code) ? damaged(file, "it can't be decompressed") : error;
}
