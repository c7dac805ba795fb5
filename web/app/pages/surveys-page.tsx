import { Navigate, useSearchParams } from "react-router";
import * as t from "#words/surveys";
import { PageHeading } from "../../components/page-heading.tsx";
import { useSession } from "../../people/identity/session.tsx";
import { readFilter } from "../../surveys/survey/filter.ts";
import { useKeptLanguages } from "../../surveys/survey/kept-languages.ts";
import { SurveyFilters } from "../../surveys/survey/survey-filters.tsx";
import { SurveyList } from "../../surveys/survey/survey-list.tsx";

function SurveyListPage() {
  const { user, loading } = useSession();
  const [address] = useSearchParams();
  const kept = useKeptLanguages();
  const asked = readFilter(address);
  // Visitors who open a shared link with this filter see all surveys.
  const filter = { ...asked, notVoted: asked.notVoted && (loading || user !== null) };
  if (kept && !address.has("language")) {
    const wanted = new URLSearchParams(address);
    wanted.set("language", kept);
    return <Navigate replace to={{ search: `?${wanted}` }} />;
  }
  return (
    <div className="page grid gap-10">
      <PageHeading title={t.title} lead={t.lead} />
      <SurveyFilters filter={filter} />
      <SurveyList filter={filter} />
    </div>
  );
}

export { SurveyListPage as Component };
