import * as t from "#words/publication";
import * as wording from "#words/specified";
import { PageHeading } from "../../../components/page-heading.tsx";
import { useSession } from "../../../people/identity/session.tsx";
import { Rejections } from "../../../surveys/publication/rejections.tsx";

function AdminFeedbackPage() {
  const { user } = useSession();
  return (
    <div className="page grid gap-8">
      <PageHeading title={wording.dashboard.adminFeedback} lead={t.adminFeedbackLead} />
      {user && <Rejections email={user.email} />}
    </div>
  );
}

export { AdminFeedbackPage as Component };
