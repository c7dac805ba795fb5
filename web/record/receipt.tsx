import { Suspense } from "react";
import { ErrorBoundary } from "../components/error-boundary.tsx";
import { lazyPart } from "../components/lazy-page.tsx";
import type { ReceiptSurvey } from "./own-receipt.ts";

const ReceiptLine = lazyPart(() => import("./receipt-line.tsx"));

// The vote is counted all the same, so the page stays.
const FAILED = "We can't show your receipt now. Please reload the page.";

/** The voter's receipt, which the site signs when the page asks for it. */
export function Receipt({ survey }: { survey: ReceiptSurvey }) {
  // About as high as the receipt, so that little moves when it comes.
  const outline = <div className="skeleton h-78 rounded-field bg-base-300 sm:h-46" />;
  return (
    <ErrorBoundary fallback={() => <p role="alert">{FAILED}</p>}>
      <Suspense fallback={outline}>
        <ReceiptLine survey={survey} outline={outline} />
      </Suspense>
    </ErrorBoundary>
  );
}
