import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import * as t from "#words/receipts";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { PrintablePage } from "../../components/printable-page.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { type ReceiptSurvey, useOwnReceipt } from "../../record/survey-record/own-receipt.ts";
import { PrintedReceipt } from "../../record/survey-record/printed-receipt.tsx";
import { surveyQuery } from "../../surveys/survey/shared/survey-query.ts";

function VoteReceiptPage() {
  const { id = "" } = useParams();
  const { data: survey, error, refetch } = useQuery(surveyQuery(id));
  if (survey?.ownVote) return <WithSurvey survey={survey} />;
  if (survey) return <NoReceipt surveyId={id} />;
  if (error instanceof ApiProblem && error.code === "not_found") {
    return <NoReceipt surveyId={null} />;
  }
  if (error) return <ErrorState title={t.notShown} problem={error} onRetry={refetch} />;
  return <ProgressBar label={t.loading} />;
}

function WithSurvey({ survey }: { survey: ReceiptSurvey }) {
  const { kept, error, retry } = useOwnReceipt(survey);
  if (kept) {
    return (
      <PrintablePage
        title={t.title}
        lead={t.lead}
        back={fillPath(pages.survey, { id: survey._id })}
      >
        <PrintedReceipt kept={kept} />
      </PrintablePage>
    );
  }
  if (error) return <ErrorState title={t.notShown} problem={error} onRetry={retry} />;
  return <ProgressBar label={t.loading} />;
}

function NoReceipt({ surveyId }: { surveyId: string | null }) {
  return (
    <div className="page grid justify-items-start gap-8">
      <PageHeading title={t.none} lead={t.onceVoted} />
      {surveyId ? (
        <Link to={fillPath(pages.survey, { id: surveyId })} className="btn btn-primary">
          {t.openSurvey}
        </Link>
      ) : (
        <Link to={pages.surveys} className="btn btn-primary">
          {t.allSurveys}
        </Link>
      )}
    </div>
  );
}

export { VoteReceiptPage as Component };
