import { promisedBy } from "../../record/receipt-file.ts";
import { sayTime } from "./own-receipt.ts";

/** What the site has signed, in plain words. */
export function PromiseSentence({ promise }: { promise: string }) {
  const by = promisedBy(promise);
  const isPast = new Date(by) < new Date();
  return (
    <>
      We have signed that your vote {isPast ? "is" : "will be"} in the survey's public record by{" "}
      <time dateTime={by}>{sayTime(by)}</time>.
    </>
  );
}
