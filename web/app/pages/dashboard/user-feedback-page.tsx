import * as t from "#words/responses";
import * as wording from "#words/specified";
import { PageHeading } from "../../../components/page-heading.tsx";
import { useSession } from "../../../people/identity/session.tsx";
import { FeedbackList } from "../../../surveys/responses/feedback-list.tsx";

function UserFeedbackPage() {
  const { user } = useSession();
  return (
    <div className="page grid gap-8">
      <PageHeading title={wording.dashboard.userFeedback} lead={t.feedbackLead} />
      {user && <FeedbackList email={user.email} />}
    </div>
  );
}

export { UserFeedbackPage as Component };
