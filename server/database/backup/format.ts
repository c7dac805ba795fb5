import { crc32 } from "node:zlib";
import { z } from "zod";
import { OperatorError } from "../../process/operator-error.ts";
import { printable } from "./printable.ts";

// What a backup file looks like: docs/backup-format.md. The writer and the reader share this.

export const FORMAT = "survey-website-backup";
export const VERSION = 1;
/** Ends the rows of a table, as in PostgreSQL's own files. No row can be this line. */
export const END_OF_ROWS = "\\.\n";

/**
 * A reason not to back up or restore. It may have names of a file that somebody else wrote, so it is
 * made fit for a terminal here.
 */
export class BackupProblem extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(printable(message), options);
  }
}

const sealedSchema = z.object({
  kdf: z.literal("scrypt"),
  cost: z.number(),
  salt: z.base64(),
  iv: z.base64(),
  tag: z.base64(),
  text: z.base64(),
});
/** A secret that only its passphrase opens. */
export type Sealed = z.output<typeof sealedSchema>;

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  createdAt: z.iso.datetime(),
  /** The PostgreSQL that the rows come from. */
  postgres: z.string(),
  /** The migrations that had made the tables. */
  migrations: z.array(z.string()).min(1),
  secret: sealedSchema.optional(),
  /** The key of the waiting ballots in it. */
  ballots: sealedSchema.optional(),
});
export type Header = z.output<typeof headerSchema>;

export const tableSchema = z.object({
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()).min(1),
});
export type Table = z.output<typeof tableSchema>;

export const countSchema = z.object({ rows: z.number(), sum: z.string() });
/** The checksum of a table's rows, which is the same in whatever order they are. */
export type Count = z.output<typeof countSchema>;

export const endSchema = z.object({ tables: z.number(), sha256: z.string() });

/** The largest sum and the largest CRC-32 together stay far below 2^53. */
const SUM_LIMIT = 2 ** 48;
const NEWLINE = 10;

/** Counts rows, which are given as whole lines, and adds up their CRC-32s. */
export function createCounter() {
  let rows = 0;
  let sum = 0;
  return {
    add(lines: Buffer): void {
      for (let from = 0; from < lines.length; ) {
        const end = lines.indexOf(NEWLINE, from);
        sum = (sum + crc32(lines.subarray(from, end))) % SUM_LIMIT;
        rows += 1;
        from = end + 1;
      }
    },
    read: (): Count => ({ rows, sum: sum.toString(16).padStart(12, "0") }),
  };
}

export function isSame(one: Count | undefined, other: Count): boolean {
  return one?.rows === other.rows && one.sum === other.sum;
}

export function nameOf({ schema, table }: Table): string {
  return `${schema}.${table}`;
}

export function lineOf(value: Header | Table | Count | z.output<typeof endSchema>): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
