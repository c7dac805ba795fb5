import * as t from "#words/responses";
import * as wording from "#words/specified";
import { PageHeading } from "../../../components/page-heading.tsx";
import { useSession } from "../../../people/identity/session.tsx";
import { OwnResponses } from "../../../surveys/responses/own-responses.tsx";

function OwnResponsesPage() {
  const { user } = useSession();
  return (
    <div className="page grid gap-8">
      <PageHeading title={wording.dashboard.response} lead={t.ownLead} />
      {user && <OwnResponses email={user.email} />}
    </div>
  );
}

export { OwnResponsesPage as Component };
