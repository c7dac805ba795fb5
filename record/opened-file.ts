import { type OfLog, ofLog } from "./receipt-file.ts";
import type { OpenedEntry } from "./recount.ts";
import { count, ifGiven, object, oneOf, text } from "./shapes.ts";

// The file of an opened record, as JSON: an array with one entry in each line. The last line may be
// no entry, but what shows without the site that its log names the record, as receipts have it.

const OF_LOG = "log ";

/** What stands in place of an entry in the last line. */
export function writeOfLog({ logged, logKeys }: OfLog): string {
  return `${OF_LOG}${JSON.stringify({ logged, logKeys })}\n`;
}

/** Null for an entry. Throws if it has another form. */
export function parseOfLog(entry: string): OfLog | null {
  if (!entry.startsWith(OF_LOG)) return null;
  return ofLog(JSON.parse(entry.slice(OF_LOG.length)), "its last line");
}

const LINE_BREAK = 0x0a;

/** The entries of the file. Throws for a line that has another form. */
export function parseOpened(
  chunks: AsyncIterable<Uint8Array>,
  lineBytes: number,
): AsyncGenerator<OpenedEntry> {
  const opened = object({
    place: count,
    receipt: text(32),
    nonce: text(32),
    vote: oneOf("", "yes", "no"),
    entry: text(lineBytes),
    serial: ifGiven(text(43)),
    signature: ifGiven(text(342)),
  });
  return parseRows(chunks, lineBytes, opened);
}

/** The rows of a JSON array that has one in each line. Throws for a line that has another form. */
export async function* parseRows<Row>(
  chunks: AsyncIterable<Uint8Array>,
  lineBytes: number,
  row: (value: unknown, name: string) => Row,
): AsyncGenerator<Row> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    if (!chunk.includes(LINE_BREAK)) {
      // A text that is only put together costs nothing until it is looked at.
      if (rest.length > 2 * lineBytes) throw new Error("a line of it is too long");
      continue;
    }
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "]" || line === "[]") return;
      if (line === "[" || line === "") continue;
      yield row(JSON.parse(line.replace(/,$/, "")), "an entry");
    }
  }
  throw new Error("it ends too early");
}
