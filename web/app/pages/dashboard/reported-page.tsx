import * as t from "#words/reports";
import { PageHeading } from "../../../components/page-heading.tsx";
import { HiddenComments } from "../../../surveys/reports/hidden-comments.tsx";
import { ReportQueue } from "../../../surveys/reports/report-queue.tsx";

function ReportedPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title={t.title} lead={t.lead} />
      <a href="#hidden-comments" className="link justify-self-start link-primary">
        {t.toHidden}
      </a>
      <ReportQueue />
      <HiddenComments />
    </div>
  );
}

export { ReportedPage as Component };
