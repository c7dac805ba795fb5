import { PageHeading } from "../components/page-heading.tsx";

function UserFeedbackPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="User Feedback" />
    </div>
  );
}

export { UserFeedbackPage as Component };
