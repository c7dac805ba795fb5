import { Link } from "react-router";
import * as wording from "#words/specified";
import * as t from "#words/surveyorRequests";
import { pages } from "../../../contract/pages.ts";
import { isProUser } from "../../../contract/permissions.ts";
import { PageHeading } from "../../components/page-heading.tsx";
import { ProfileTabs } from "../../people/identity/profile-tabs.tsx";
import { useSession } from "../../people/identity/session.tsx";
import { OwnRequest } from "../../people/surveyor-requests/own-request.tsx";

function BecomeSurveyorPage() {
  return (
    <div className="page grid gap-10">
      <PageHeading title={t.become} lead={t.becomeLead} />
      <ProfileTabs />
      <Standing />
    </div>
  );
}

/** The form is for normal users. The others read why they don't need it. */
function Standing() {
  const { standing, can } = useSession();
  if (!standing) return <div role="status" aria-label={t.lookingUp} className="skeleton h-64" />;
  if (can("surveyor:ask")) return <OwnRequest />;
  if (can("survey:create")) {
    return (
      <div className="grid justify-items-start gap-5">
        <p>{t.isSurveyor}</p>
        <Link to={pages.createSurvey} className="btn btn-primary">
          {wording.dashboard.createSurvey}
        </Link>
      </div>
    );
  }
  return <p className="max-w-prose">{isProUser(standing) ? t.isPro : t.isAdmin}</p>;
}

export { BecomeSurveyorPage as Component };
