import { useQuery } from "@tanstack/react-query";
import * as t from "#words/overview";
import { FilterLinks } from "../../components/filter-links.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { useAddressState } from "../../lib/address-state.ts";
import { Charts } from "./charts.tsx";
import { Figures } from "./figures.tsx";
import { MostReported } from "./most-reported.tsx";
import { overviewQuery, type Span } from "./queries.ts";
import { ReviewTimes } from "./review-times.tsx";

const spans: readonly Span[] = ["7", "30", "90", "365"];
const fallback = "30";

export function SiteOverview() {
  const days = useAddressState().choice("days", spans, fallback);
  const { data: overview, error, refetch, isFetching } = useQuery(overviewQuery(days));
  if (error && !overview) {
    return <RetryNotice title={t.notShown} problem={error} onRetry={refetch} />;
  }
  if (!overview) return <Skeletons />;
  return (
    <div className="grid gap-5" aria-busy={isFetching}>
      <Figures totals={overview.totals} review={overview.review} />
      <div className="mt-3">
        <FilterLinks
          label={t.spans.label}
          name="days"
          choices={spans}
          fallback={fallback}
          labels={t.spans}
        />
      </div>
      <Charts overview={overview} />
      <div className="grid gap-5 xl:grid-cols-2">
        <MostReported mostReported={overview.mostReported} />
        <ReviewTimes review={overview.review} />
      </div>
    </div>
  );
}

function Skeletons() {
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <p role="status" className="text-muted xl:col-span-2">
        {t.counting}
      </p>
      <div className="skeleton h-80 rounded-panel" />
      <div className="skeleton h-80 rounded-panel" />
    </div>
  );
}
