import { AT_CLOSING } from "../../record/promises.ts";
import { type KeptReceipt, promisedBy } from "../../record/receipt-file.ts";
import { sayTime } from "./own-receipt.ts";

/** What the site has signed, in plain words. */
export function PromiseSentence({ promise }: Pick<KeptReceipt, "promise">) {
  const by = promisedBy(promise);
  if (by === AT_CLOSING) {
    return "We have signed that your vote will be in the survey's public record once the survey has closed.";
  }
  const isPast = new Date(by) < new Date();
  return (
    <>
      We have signed that your vote {isPast ? "is" : "will be"} in the survey's public record by{" "}
      <time dateTime={by}>{sayTime(by)}</time>.
    </>
  );
}
