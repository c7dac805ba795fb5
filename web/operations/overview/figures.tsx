import type { ReactNode } from "react";
import { ownStatuses as ownStatusLabels } from "#words/labels";
import * as t from "#words/overview";
import { sayDollars, sayNumber } from "../../lib/format.ts";
import type { Overview } from "./queries.ts";

/** Totals since the beginning; the chosen span does not apply to them. */
export function Figures({ totals, review }: Pick<Overview, "totals" | "review">) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 rounded-panel bg-panel p-6 text-panel-content sm:grid-cols-3 sm:p-8 xl:grid-cols-6">
      <Figure name={t.totals.users}>{sayNumber(totals.users)}</Figure>
      <Figure name={t.totals.proUsers}>{sayNumber(totals.proUsers)}</Figure>
      <Figure name={t.totals.surveys}>{sayNumber(totals.surveys)}</Figure>
      <Figure name={t.totals.votes}>{sayNumber(totals.votes)}</Figure>
      <Figure name={t.totals.revenue}>{sayDollars(totals.revenue)}</Figure>
      <Figure name={ownStatusLabels.pending}>{sayNumber(review.waiting)}</Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    // Reversed on screen only: in HTML the term must come before its value.
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm">{name}</dt>
      <dd className="font-display text-subtitle tabular-nums">{children}</dd>
    </div>
  );
}
