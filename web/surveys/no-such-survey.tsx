import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { PageHeading } from "../components/page-heading.tsx";

export function NoSuchSurvey() {
  return (
    <div className="page grid justify-items-start gap-8">
      <PageHeading
        title="This survey is not here"
        lead="It may have been taken down, or its address is mistyped."
      />
      <Link to={pages.surveys} className="btn btn-primary">
        See all surveys
      </Link>
    </div>
  );
}
