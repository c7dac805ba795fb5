import { Link } from "react-router";
import * as t from "#words/publication";
import * as wording from "#words/specified";
import { pages } from "../../../../contract/pages.ts";
import { PageHeading } from "../../../components/page-heading.tsx";
import { OwnSurveys } from "../../../surveys/publication/own-surveys.tsx";

function OwnSurveysPage() {
  return (
    <div className="page grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageHeading title={t.ownTitle} lead={t.ownLead} />
        <Link to={pages.createSurvey} className="btn btn-primary">
          {wording.dashboard.createSurvey}
        </Link>
      </div>
      <OwnSurveys />
    </div>
  );
}

export { OwnSurveysPage as Component };
