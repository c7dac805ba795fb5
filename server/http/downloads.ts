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

/** Sends rows as a file, no faster than the reader takes them: memory holds one batch. */
export async function sendDownload(
  route: Route,
  reply: FastifyReply,
  format: FileFormat,
  batches: AsyncIterable<unknown[]>,
): Promise<FastifyReply> {
  const rows = z.array(route.reply);
  const columns = route.reply instanceof z.ZodObject ? Object.keys(route.reply.shape) : [];
  const reading = batches[Symbol.asyncIterator]();
  // Read before anything is sent, so that a failure can still be told as one.
  const first = await reading.next();

  async function* checked() {
    try {
      for (let batch = first; !batch.done; batch = await reading.next()) {
        yield rows.parse(batch.value);
      }
    } finally {
      // A reader who leaves early ends the reading as well.
      await reading.return?.();
    }
  }
  return reply
    .type(mediaTypes[format])
    .header("content-disposition", `attachment; filename="${route.download}.${format}"`)
    .header("cache-control", "no-store")
    .send(Readable.from(format === "csv" ? toCsv(checked(), columns) : toJson(checked())));
}

async function* toCsv(batches: AsyncIterable<unknown[]>, columns: string[]) {
  const form = {
    columns,
    // A cell that begins like a formula is shown, never run.
    escape_formulas: true,
    cast: { boolean: String },
  };
  // The mark tells spreadsheets that what follows is UTF-8.
  yield stringify([], { ...form, header: true, bom: true });
  for await (const batch of batches) {
    if (batch.length > 0) yield stringify(batch, form);
  }
}

async function* toJson(batches: AsyncIterable<unknown[]>) {
  let separator = "[\n";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map((row) => JSON.stringify(row)).join(",\n");
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}
