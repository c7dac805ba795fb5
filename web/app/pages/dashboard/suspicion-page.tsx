import { Link, useParams } from "react-router";
import * as t from "#words/suspicion";
import { pages } from "../../../../contract/pages.ts";
import { PageHeading } from "../../../components/page-heading.tsx";
import { Suspicion } from "../../../surveys/suspicion/suspicion.tsx";

function SuspicionPage() {
  const { id = "" } = useParams();
  return (
    <div className="page grid gap-8">
      <PageHeading title={t.title} lead={t.lead} />
      <Link to={pages.standsOut} className="link justify-self-start link-primary">
        {t.allSurveys}
      </Link>
      <Suspicion key={id} surveyId={id} />
    </div>
  );
}

export { SuspicionPage as Component };
