import * as wording from "#words/specified";
import * as t from "#words/surveyForm";
import { PageHeading } from "../../../components/page-heading.tsx";
import { useSession } from "../../../people/identity/session.tsx";
import { NewSurvey } from "../../../surveys/publication/new-survey.tsx";

function CreateSurveyPage() {
  const { user } = useSession();
  return (
    <div className="page grid gap-8">
      <PageHeading title={wording.dashboard.createSurvey} lead={t.createLead} />
      {user && (
        <NewSurvey key={user.email} surveyorEmail={user.email} surveyorName={user.displayName} />
      )}
    </div>
  );
}

export { CreateSurveyPage as Component };
