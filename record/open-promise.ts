import { fromBase64 } from "./bytes.ts";
import { openPromise, type Promised } from "./checkpoint.ts";
import { commitmentOf } from "./entries.ts";
import { NotLogged } from "./log-receipt.ts";
import { openBatchPromise } from "./promises.ts";
import { boundOf, type KeptReceipt } from "./receipt-file.ts";

/** The promise of a receipt, of either version, checked with the keys of the receipt itself. */
export async function openPromiseOf(given: KeptReceipt): Promise<Promised> {
  const { surveyId, receipt, choice, origin, promise, keys } = given;
  const opening =
    typeof promise === "string"
      ? openPromise(
          promise,
          keys.map((key) => ({ name: origin, publicKey: fromBase64(key) })),
        )
      : openBatchPromise(promise, keys);
  const promised = await opening.catch(() => {
    throw new NotLogged("The promise is not signed with a key of the receipt");
  });
  const isOwn = promised.commitment === commitmentOf(surveyId, receipt, choice, boundOf(given));
  if (!isOwn || promised.origin !== origin || !origin.endsWith(`/record/${surveyId}`)) {
    throw new NotLogged("The promise is for another vote");
  }
  return promised;
}
