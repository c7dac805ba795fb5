import { lazy, Suspense, useState } from "react";
import type { ReceiptSurvey } from "./own-receipt.ts";

const ReceiptDetails = lazy(() => import("./receipt-details.tsx"));

/** The voter's receipt, signed and loaded when they open it. */
export function Receipt({ survey }: { survey: ReceiptSurvey }) {
  const [open, setOpen] = useState(false);
  const outline = <div role="status" className="skeleton mt-2 h-80 rounded-field bg-base-300" />;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1.5 font-medium">Your receipt</summary>
      {open && (
        <Suspense fallback={outline}>
          <ReceiptDetails survey={survey} outline={outline} />
        </Suspense>
      )}
    </details>
  );
}
