import * as t from "#words/overview";
import * as wording from "#words/specified";
import { PageHeading } from "../../../components/page-heading.tsx";
import { SiteOverview } from "../../../operations/overview/site-overview.tsx";

function OverviewPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title={wording.dashboard.overview} lead={t.lead} />
      <SiteOverview />
    </div>
  );
}

export { OverviewPage as Component };
