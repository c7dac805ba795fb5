import { Suspense } from "react";
import * as t from "#words/receipts";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { lazyPart } from "../../components/lazy-page.tsx";
import type { ReceiptSurvey } from "./own-receipt.ts";

const ReceiptLine = lazyPart(() => import("./receipt-line.tsx"));

/** The voter's receipt, which the site signs when the page asks for it. */
export function Receipt({ survey }: { survey: ReceiptSurvey }) {
  // About as high as the receipt, so that little moves when it comes.
  const outline = <div className="skeleton h-78 rounded-field bg-base-300 sm:h-46" />;
  return (
    // The vote is counted all the same, so the page stays.
    <ErrorBoundary fallback={() => <p role="alert">{t.reload}</p>}>
      <Suspense fallback={outline}>
        <ReceiptLine survey={survey} outline={outline} />
      </Suspense>
    </ErrorBoundary>
  );
}
