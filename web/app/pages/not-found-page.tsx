import { Link } from "react-router";
import * as t from "#words/errors";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { PageHeading } from "../../components/page-heading.tsx";

export function NotFoundPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title={t.noSuchPage} lead={t.mistypedOrRemoved} />
      <div className="flex flex-wrap gap-3">
        <Link to={pages.home} className="btn btn-primary">
          {t.goHome}
        </Link>
        <Link to={pages.surveys} className="btn btn-outline">
          {wording.landing.explore}
        </Link>
      </div>
    </div>
  );
}
