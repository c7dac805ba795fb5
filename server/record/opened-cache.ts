import type { FileFormat } from "../../contract/file-formats.ts";
import { recordRoutes } from "../../contract/record.ts";
import { type Checkpoint, parseCheckpoint } from "../../record/checkpoint.ts";
import { textOfNote } from "../../record/signed-note.ts";
import type { Database } from "../database/connect.ts";
import { EXPORT_PAGE } from "../database/keyset.ts";
import { GzipDownload, rowsAsText } from "../http/downloads.ts";
import { GrowingFile } from "../http/growing-file.ts";
import { readOpened } from "./reading-queries.ts";
import { continues } from "./tree-queries.ts";

// Ten million entries. Some servers have their temporary files in memory.
const MAX_BYTES = 256 * 1024 * 1024;
// Each is an open file of this process.
const MAX_FILES = 200;

interface OpenedFile {
  file: GrowingFile;
  /** How many entries it has. */
  size: number;
  /** It has no other entries than this record, and may not have all of them yet. */
  of: Checkpoint;
  readers: number;
}

export type OpenedFiles = ReturnType<typeof createOpenedFiles>;

/**
 * Opened records, each kept in a file as far as somebody has read it. Entries never change, so a
 * record that has grown is read from the database only from where its file ends.
 */
export function createOpenedFiles(
  db: Database,
  { maxBytes = MAX_BYTES, maxFiles = MAX_FILES } = {},
) {
  // The one that was asked for last is the last.
  const files = new Map<string, OpenedFile>();
  let turn: Promise<unknown> = Promise.resolve();

  /** Files are made by one at a time, so that a rush for many records leaves time for others. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  }

  async function enter(surveyId: string, format: FileFormat, record: Checkpoint) {
    const name = `${surveyId}.${format}`;
    const kept = files.get(name);
    const fits = kept && (await continues(db, surveyId, kept.of, record));
    if (kept && !fits) drop(name, kept);
    // It may have been dropped meanwhile.
    const opened =
      (fits && files.get(name)) ||
      ({ file: await GrowingFile.create(), size: 0, of: record, readers: 0 } satisfies OpenedFile);
    opened.of = record;
    opened.readers += 1;
    files.delete(name);
    files.set(name, opened);
    return { name, opened };
  }

  function leave(name: string, opened: OpenedFile): void {
    opened.readers -= 1;
    if (files.get(name) !== opened) closeUnread(opened);
  }

  function drop(name: string, opened: OpenedFile): void {
    if (files.get(name) === opened) files.delete(name);
    closeUnread(opened);
  }

  function closeUnread({ readers, file }: OpenedFile): void {
    if (readers === 0) void file.close();
  }

  function dropOldest(): void {
    let bytes = [...files.values()].reduce((sum, { file }) => sum + file.bytes, 0);
    for (const [name, opened] of files) {
      // The newest stays, whatever its size.
      const isEnough = bytes <= maxBytes && files.size <= maxFiles;
      if (isEnough || files.size === 1) return;
      bytes -= opened.file.bytes;
      drop(name, opened);
    }
  }

  async function* read(
    surveyId: string,
    format: FileFormat,
    record: Checkpoint,
    last: string | null,
  ) {
    const { name, opened } = await inTurn(() => enter(surveyId, format, record));
    const { begin, add, separator, end } = rowsAsText(recordRoutes.openRecord, format);

    async function grow(from: number): Promise<void> {
      // Somebody else did it while this reader waited.
      if (opened.size > from) return;
      const before = Math.min(from + EXPORT_PAGE, record.size);
      const rows = await readOpened(db, surveyId, { from, before });
      await opened.file.append((from === 0 ? begin : separator) + add(rows));
      opened.size = before;
      dropOldest();
    }

    try {
      for (let sent = 0; ; ) {
        const { size, file } = opened;
        if (sent < file.bytes) {
          const part = await file.read(sent);
          sent += part.length;
          yield part;
        } else if (size < record.size) {
          await inTurn(() => grow(size));
        } else {
          const row = { place: size, receipt: "", nonce: "", vote: "", entry: last };
          yield file.end(last === null ? end : separator + add([row]) + end);
          return;
        }
      }
    } catch (error) {
      drop(name, opened);
      throw error;
    } finally {
      leave(name, opened);
    }
  }

  return {
    /**
     * The opened record with all entries of this checkpoint, and perhaps later ones. `last` stands
     * in the last line, and is not kept: it changes each minute, and entries never do.
     */
    read(
      surveyId: string,
      format: FileFormat,
      checkpoint: string,
      last: string | null = null,
    ): GzipDownload {
      const record = parseCheckpoint(textOfNote(checkpoint));
      if (!record) throw new Error("Not a checkpoint");
      return new GzipDownload(read(surveyId, format, record, last));
    },
    close(): void {
      for (const [name, opened] of files) drop(name, opened);
    },
  };
}
