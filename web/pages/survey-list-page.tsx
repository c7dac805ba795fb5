import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { Hemicycle } from "../components/hemicycle.tsx";
import { PageHeading } from "../components/page-heading.tsx";

function SurveyListPage() {
  return (
    <div className="page grid gap-12">
      <PageHeading
        title="Surveys"
        lead="Published surveys are listed here, open for everybody to read."
      />
      <section className="grid justify-items-center gap-4 rounded-panel bg-base-200 px-6 py-14 text-center">
        <Hemicycle yes={0} className="w-full max-w-64 opacity-40 grayscale" />
        <h2 className="mt-4 font-display text-subtitle">No survey is published at the moment</h2>
        <p className="max-w-prose text-muted">As soon as one is, its question stands here.</p>
        <Link to={pages.home} className="btn btn-outline mt-2">
          Back to the start
        </Link>
      </section>
    </div>
  );
}

export { SurveyListPage as Component };
