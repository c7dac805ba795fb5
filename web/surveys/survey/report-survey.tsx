import * as t from "#words/surveys";
import { routes } from "../../../contract/routes.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { ReportButton } from "../reports/shared/report-button.tsx";

/** Reports a survey by itself, whether or not the person has voted. */
export function ReportSurvey({ surveyId }: { surveyId: string }) {
  const reportSurvey = useRouteMutation(routes.reportSurvey);
  return (
    <ReportButton
      label={t.report}
      noun="survey"
      lead={<p className="text-muted">{t.whoReadsReport}</p>}
      onSend={(report) => reportSurvey.mutateAsync({ body: { surveyItemId: surveyId, report } })}
    />
  );
}
