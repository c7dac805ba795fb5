import { Disclosure } from "../components/disclosure.tsx";
import { lazyPart } from "../components/lazy-page.tsx";
import type { ReceiptSurvey } from "./own-receipt.ts";

const ReceiptDetails = lazyPart(() => import("./receipt-details.tsx"));

/** The voter's receipt, signed and loaded when they open it. */
export function Receipt({ survey }: { survey: ReceiptSurvey }) {
  const outline = <div role="status" className="skeleton mt-2 h-80 rounded-field bg-base-300" />;
  return (
    <Disclosure title="Your receipt" outline={outline}>
      <ReceiptDetails survey={survey} outline={outline} />
    </Disclosure>
  );
}
