import { routes } from "../../../../contract/routes.ts";
import { parseOpened } from "../../../../record/opened-file.ts";
import type { KeptReceipt } from "../../../../record/receipt-file.ts";
import type { RecordSource } from "../../../../record/receipt-outcome.ts";
import type { ReadFile } from "../../../../record/tree-reader.ts";
import { ApiProblem, callRoute, fetchRoute, readProblem } from "../../../lib/api.ts";

// It is not there, or not for whoever asks.
const absent = ["not_found", "forbidden"];
// As long as an entry may be.
const LINE_BYTES = 65_536;

/** What this site says about a survey's record: to everybody the same. */
export function recordOf(id: string, signal?: AbortSignal): RecordSource {
  const params = { id };
  return {
    readKeys: () => callRoute(routes.readRecordKeys, { signal }),
    readCheckpoint: () => orNull(callRoute(routes.readCheckpoint, { params, signal })),
    readFile: filesOf(`/record/${id}`),
    readPlaces: (prefix, bits) =>
      orNull(callRoute(routes.listPlaces, { params, query: { prefix, bits: String(bits) } })),
    async openRecord() {
      const input = { params, query: { format: "json" }, signal };
      const answer = await orNull(fetchRoute(routes.openRecord, input));
      return answer?.body ? parseOpened(chunksOf(answer.body), LINE_BYTES) : null;
    },
    log: {
      readAbout: () => orNull(callRoute(routes.readLogKeys)),
      readCheckpoint: () => orNull(callRoute(routes.readLogCheckpoint)),
      readFile: filesOf("/log"),
    },
  };
}

/** The files of a tree: a record, or the log. */
function filesOf(tree: string): ReadFile {
  return async (path) => {
    const response = await fetch(`${tree}/${path}`);
    if (response.status === 404) return null;
    if (!response.ok) throw await readProblem(response);
    return new Uint8Array(await response.arrayBuffer());
  };
}

/** Not every browser lets a stream be iterated. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiProblem && absent.includes(error.code)) return null;
    throw error;
  }
}

/** With what shows that the vote was in the record, if the log names it by now. */
export async function withLogProof(kept: KeptReceipt): Promise<KeptReceipt> {
  const [{ checkReceipt }, { proveLogged }] = await Promise.all([
    import("../../../../record/check-receipt.ts"),
    import("../../../../record/lasting.ts"),
  ]);
  const source = recordOf(kept.surveyId);
  const { place } = await checkReceipt(kept, source, new Date());
  if (place === undefined) return kept;
  // Saved without it, if the log can't be read: the check says what is wrong with it.
  const ofLog = await proveLogged(kept, place, source).catch(() => null);
  return { ...kept, ...ofLog };
}
