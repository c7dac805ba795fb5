import { useQuery } from "@tanstack/react-query";
import * as common from "#words/common";
import * as t from "#words/transparency";
import { PageHeading } from "../../components/page-heading.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { HowToCheck } from "../../record/transparency/how-to-check.tsx";
import { LogWatchers } from "../../record/transparency/log-watchers.tsx";
import { MonthCharts } from "../../record/transparency/month-charts.tsx";
import { OpenData } from "../../record/transparency/open-data.tsx";
import { transparencyQuery } from "../../record/transparency/queries.ts";
import { ReasonCounts } from "../../record/transparency/reason-counts.tsx";

function TransparencyPage() {
  return (
    <div className="page grid gap-12">
      <PageHeading title={t.title} lead={t.lead} />
      <Numbers />
    </div>
  );
}

function Numbers() {
  const { data, error, refetch } = useQuery(transparencyQuery);
  if (error && !data) {
    return <RetryNotice title={t.numbersNotShown} problem={error} onRetry={refetch} />;
  }
  if (!data) return <progress className="progress progress-primary" aria-label={common.loading} />;
  return (
    <>
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-2">
        <HowToCheck keys={data.keys} siteUrl={data.siteUrl} />
        <LogWatchers log={data.log} />
        <OpenData licence={data.licence} />
      </div>
      <MonthCharts months={data.months} byStatus={data.byStatus} />
      <ReasonCounts rejections={data.rejections} hidings={data.hidings} />
    </>
  );
}

export { TransparencyPage as Component };
