import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { FileFormat } from "../../contract/fields.ts";
import type { Route } from "../../contract/route.ts";

const mediaTypes = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
} as const satisfies Record<FileFormat, string>;

/** Sends rows as a file, no faster than the reader takes them: memory holds a batch or two. */
export async function sendDownload(
  route: Route,
  reply: FastifyReply,
  format: FileFormat,
  batches: AsyncIterable<unknown[]>,
): Promise<FastifyReply> {
  const rows = z.array(route.reply);
  const columns = route.reply instanceof z.ZodObject ? Object.keys(route.reply.shape) : [];
  const reading = batches[Symbol.asyncIterator]();
  // Read before anything is sent, so that a failure can still be answered with its status.
  const first = await reading.next();

  async function* text() {
    const file = format === "csv" ? csvFile(columns) : jsonFile();
    try {
      yield file.begin;
      for (let batch = first; !batch.done; batch = await reading.next()) {
        if (batch.value.length > 0) yield file.add(rows.parse(batch.value.splice(0)));
      }
      yield file.end;
    } finally {
      // If the reader leaves early, the query ends too.
      await reading.return?.();
    }
  }
  return reply
    .type(mediaTypes[format])
    .header("content-disposition", `attachment; filename="${route.download}.${format}"`)
    .header("cache-control", "no-store")
    .send(Readable.from(text(), { highWaterMark: 1 }));
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
    add: (rows: unknown[]) => stringify(rows, form),
    end: "",
  };
}

function jsonFile() {
  let separator = "";
  return {
    begin: "[\n",
    add(rows: unknown[]) {
      const text = separator + rows.map((row) => JSON.stringify(row)).join(",\n");
      separator = ",\n";
      return text;
    },
    end: "\n]\n",
  };
}
