import { useState } from "react";
import type { SurveyCard } from "../../contract/surveys.ts";
import { Recount } from "../record/recount.tsx";
import { Bars } from "../votes/shared/bars.tsx";
import { HonestSentence } from "../votes/shared/honest-sentence.tsx";
import { type Results, useResultEvents } from "../votes/shared/live-results.ts";

interface PublicResultProps {
  survey: Pick<SurveyCard, "_id" | "closesAt" | "resultsMode">;
  results: Results;
}

/** A result that everybody may see. It moves as people vote, and can be checked. */
export default function PublicResult({ survey, results }: PublicResultProps) {
  const [newest, setNewest] = useState(results);
  useResultEvents(survey._id, ({ yes, no }) => setNewest({ yes, no }));
  return (
    <div className="grid content-start gap-4">
      <Bars results={newest} />
      <HonestSentence results={newest} />
      <Recount surveyId={survey._id} terms={survey} results={newest} />
    </div>
  );
}
