import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import * as t from "#words/poster";
import { loading, notShown } from "#words/results";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { PrintablePage } from "../../components/printable-page.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { NoSuchSurvey } from "../../surveys/survey/no-such-survey.tsx";
import { Poster } from "../../surveys/survey/poster.tsx";
import { resultsQuery } from "../../surveys/survey/queries.ts";

/** A survey on paper, for everybody. */
function PosterPage() {
  const { id = "" } = useParams();
  const { data: survey, error, refetch } = useQuery(resultsQuery(id));
  if (error instanceof ApiProblem && ["not_found", "invalid"].includes(error.code)) {
    return <NoSuchSurvey />;
  }
  if (survey) {
    const back = fillPath(pages.results, { id });
    return (
      <PrintablePage title={t.title} lead={t.lead} back={back} isSheet>
        <Poster survey={survey} />
      </PrintablePage>
    );
  }
  if (error) return <ErrorState title={notShown} problem={error} onRetry={refetch} />;
  return <ProgressBar label={loading} />;
}

export { PosterPage as Component };
