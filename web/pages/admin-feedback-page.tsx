import { PageHeading } from "../components/page-heading.tsx";

function AdminFeedbackPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="Admin Feedback" />
    </div>
  );
}

export { AdminFeedbackPage as Component };
