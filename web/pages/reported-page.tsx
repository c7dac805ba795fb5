import { useState } from "react";
import type { ReportedItem } from "../../contract/reports.ts";
import { PageHeading } from "../components/page-heading.tsx";
import { RejectDialog } from "../publication/reject-dialog.tsx";
import { HiddenComments } from "../reports/hidden-comments.tsx";
import { ReportQueue } from "../reports/report-queue.tsx";

function ReportedPage() {
  const [asked, setAsked] = useState<ReportedItem | null>(null);
  return (
    <div className="page grid gap-8">
      <PageHeading
        title="Reports"
        lead="What people complain about. Act on it, or dismiss it if nothing is wrong."
      />
      <a href="#hidden-comments" className="link justify-self-start link-primary">
        To the hidden comments
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
