import * as wording from "#words/specified";
import { PageHeading } from "../components/page-heading.tsx";
import { SiteOverview } from "../overview/site-overview.tsx";

function OverviewPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title={wording.dashboard.overview} lead="How the site is doing." />
      <SiteOverview />
    </div>
  );
}

export { OverviewPage as Component };
