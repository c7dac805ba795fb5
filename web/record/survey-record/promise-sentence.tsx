import * as t from "#words/receipts";
import { AT_CLOSING } from "../../../record/promises.ts";
import { type KeptReceipt, promisedBy } from "../../../record/receipt-file.ts";
import { FullTime } from "../../components/full-time.tsx";

/** What the site has signed, in plain words. */
export function PromiseSentence({ promise }: Pick<KeptReceipt, "promise">) {
  const by = promisedBy(promise);
  if (by === AT_CLOSING) return t.promisedAtClosing;
  const isPast = new Date(by) < new Date();
  const time = () => <FullTime timestamp={by} />;
  return isPast ? t.promiseIsDue({ time }) : t.promisedBy({ time });
}
