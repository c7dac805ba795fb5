import { Link } from "react-router";
import * as wording from "#words/specified";
import { pages } from "../../contract/pages.ts";
import { isProUser } from "../../contract/permissions.ts";
import { PageHeading } from "../components/page-heading.tsx";
import { ProfileTabs } from "../identity/profile-tabs.tsx";
import { useSession } from "../identity/session.tsx";
import { OwnRequest } from "../surveyor-requests/own-request.tsx";

function BecomeSurveyorPage() {
  return (
    <div className="page grid gap-10">
      <PageHeading
        title="Become a surveyor"
        lead="Surveyors ask the questions here, and read what people answer. Tell the admins what you would like to ask; they decide."
      />
      <ProfileTabs />
      <Standing />
    </div>
  );
}

/** The form is for normal users. The others read why they don't need it. */
function Standing() {
  const { standing, can } = useSession();
  if (!standing) return <div role="status" aria-label="Looking it up" className="skeleton h-64" />;
  if (can("surveyor:ask")) return <OwnRequest />;
  if (can("survey:create")) {
    return (
      <div className="grid justify-items-start gap-5">
        <p>You are a surveyor.</p>
        <Link to={pages.createSurvey} className="btn btn-primary">
          {wording.dashboard.createSurvey}
        </Link>
      </div>
    );
  }
  return (
    <p className="max-w-prose">
      {isProUser(standing)
        ? "You are a pro user. An account has one role, and you keep the one that you have paid for. To create surveys, please ask with another account."
        : "You are an admin. To create surveys, please ask with another account."}
    </p>
  );
}

export { BecomeSurveyorPage as Component };
