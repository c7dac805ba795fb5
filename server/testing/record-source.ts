import { routes } from "../../contract/routes.ts";
import { parseOpened } from "../../record/opened-file.ts";
import type { RecordSource } from "../../record/receipt-outcome.ts";
import { eachEntry } from "../../record/tree-reader.ts";
import type { Person, TestApp } from "./test-app.ts";

/** What a site answers to somebody who checks a receipt. */
export function sourceOf(
  { inject, visitor }: Pick<TestApp, "inject" | "visitor">,
  id: string,
  who: Pick<Person, "answer"> = visitor,
): RecordSource {
  const params = { id };
  const filesOf = (tree: string) => async (path: string) => {
    const { statusCode, rawPayload } = await inject({ url: `${tree}/${path}` });
    if (statusCode === 404) return null;
    if (statusCode !== 200) throw new Error(`It answers ${statusCode}`);
    return new Uint8Array(rawPayload);
  };
  return {
    readKeys: () => visitor.call(routes.readRecordKeys),
    async readCheckpoint() {
      const { status, text } = await visitor.answer(routes.readCheckpoint, { params });
      return status === 200 ? text : null;
    },
    readFile: filesOf(`/record/${id}`),
    readPlaces: (prefix, bits) =>
      visitor.call(routes.listPlaces, { params, query: { prefix, bits: String(bits) } }),
    async openRecord() {
      const input = { params, query: { format: "json" } };
      const { status, text } = await who.answer(routes.openRecord, input);
      const bytes = async function* () {
        yield new TextEncoder().encode(text);
      };
      return status === 200 ? parseOpened(bytes(), 65_536) : null;
    },
    log: {
      readAbout: () => visitor.call(routes.readLogKeys),
      readCheckpoint: () => visitor.call(routes.readLogCheckpoint),
      readFile: filesOf("/log"),
    },
  };
}

/** All entries of a record, as everybody reads them. */
export async function readRecord(site: Pick<TestApp, "inject" | "visitor">, id: string) {
  const source = sourceOf(site, id);
  const size = Number((await source.readCheckpoint())?.split("\n")[1] ?? 0);
  const entries: string[] = [];
  for await (const entry of eachEntry(source.readFile, size)) entries.push(entry);
  return entries;
}
