import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { PageHeading } from "../components/page-heading.tsx";

export function NotFoundPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading
        title="There is no such page"
        lead="The address may be mistyped, or the page may have been removed."
      />
      <div className="flex flex-wrap gap-3">
        <Link to={pages.home} className="btn btn-primary">
          Go to the home page
        </Link>
        <Link to={pages.surveys} className="btn btn-outline">
          Explore Surveys
        </Link>
      </div>
    </div>
  );
}
