import { Suspense } from "react";
import { lazyPart } from "../components/lazy-page.tsx";
import type { ReceiptSurvey } from "./own-receipt.ts";

const ReceiptLine = lazyPart(() => import("./receipt-line.tsx"));

/** The voter's receipt, which the site signs when the page asks for it. */
export function Receipt({ survey }: { survey: ReceiptSurvey }) {
  // About as high as the receipt, so that little moves when it comes.
  const outline = (
    <div role="status" className="skeleton h-58 rounded-field bg-base-300 sm:h-46">
      <span className="sr-only">Loading your receipt</span>
    </div>
  );
  return (
    <Suspense fallback={outline}>
      <ReceiptLine survey={survey} outline={outline} />
    </Suspense>
  );
}
