import { useState } from "react";
import * as t from "#words/reports";
import type { ReportedItem } from "../../../../contract/reports.ts";
import { PageHeading } from "../../../components/page-heading.tsx";
import { RejectDialog } from "../../../surveys/publication/reject-dialog.tsx";
import { HiddenComments } from "../../../surveys/reports/hidden-comments.tsx";
import { ReportQueue } from "../../../surveys/reports/report-queue.tsx";

function ReportedPage() {
  const [asked, setAsked] = useState<ReportedItem | null>(null);
  return (
    <div className="page grid gap-8">
      <PageHeading title={t.title} lead={t.lead} />
      <a href="#hidden-comments" className="link justify-self-start link-primary">
        {t.toHidden}
      </a>
      <ReportQueue onReject={setAsked} />
      <HiddenComments />
      {asked && (
        <RejectDialog
          survey={{ id: asked.surveyItemId, title: asked.title }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

export { ReportedPage as Component };
