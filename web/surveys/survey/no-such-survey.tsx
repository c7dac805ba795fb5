import { Link } from "react-router";
import * as t from "#words/surveys";
import { pages } from "../../../contract/pages.ts";
import { PageHeading } from "../../components/page-heading.tsx";

export function NoSuchSurvey() {
  return (
    <div className="page grid justify-items-start gap-8">
      <PageHeading title={t.notHere} lead={t.takenDownOrMistyped} />
      <Link to={pages.surveys} className="btn btn-primary">
        {t.allSurveys}
      </Link>
    </div>
  );
}
