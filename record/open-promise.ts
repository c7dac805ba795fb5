import type { Promised } from "./checkpoint.ts";
import { commitmentOf } from "./entries.ts";
import { AT_CLOSING, openPromise } from "./promises.ts";
import { boundOf, type GivenReceipt } from "./receipt-file.ts";

/**
 * The promise of a receipt, if one of these public keys (base64) has signed it and it is for this
 * vote. This is the only place where a promise is opened. `unsigned`: none of the keys has signed it.
 */
export async function openPromiseOf(
  given: GivenReceipt,
  keys: string[],
): Promise<Promised | "unsigned" | "other-vote"> {
  const { surveyId, receipt, choice, origin = "", promise } = given;
  const promised = promise && (await openPromise(promise, keys).catch(() => null));
  if (!promised) return "unsigned";
  const bound = boundOf(given);
  const isOwn =
    choice && bound && promised.commitment === commitmentOf(surveyId, receipt, choice, bound);
  const isOfRecord = promised.origin === origin && origin.endsWith(`/record/${surveyId}`);
  const isTime = promised.by === AT_CLOSING || !Number.isNaN(Date.parse(promised.by));
  return isOwn && isOfRecord && isTime ? promised : "other-vote";
}
