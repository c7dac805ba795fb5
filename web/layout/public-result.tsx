import { useState } from "react";
import type { SurveyCard } from "../../contract/surveys.ts";
import type { SurveyText } from "../../record/entries.ts";
import { Recount } from "../record/recount.tsx";
import { Timeline } from "../record/timeline.tsx";
import { Bars } from "../votes/shared/bars.tsx";
import { HonestSentence } from "../votes/shared/honest-sentence.tsx";
import { type Results, useResultEvents } from "../votes/shared/live-results.ts";
import type { WhoAnswered } from "../votes/shared/who-answered.ts";

interface PublicResultProps {
  survey: Pick<SurveyCard, "_id" | "closesAt" | "resultsMode"> &
    Pick<WhoAnswered, "setAside" | "checks">;
  results: Results;
  /** What people were asked, where the page has all of it. */
  text?: SurveyText;
  hasTimeline?: true;
}

/** A result that everybody may see. It moves as people vote, and can be checked. */
export default function PublicResult({ survey, results, text, hasTimeline }: PublicResultProps) {
  const { _id: id, setAside, checks } = survey;
  const [newest, setNewest] = useState(results);
  useResultEvents(id, ({ yes, no }) => setNewest({ yes, no }));
  return (
    <div className="grid content-start gap-4">
      <Bars results={newest} />
      <HonestSentence
        results={newest}
        {...(setAside && { setAside })}
        {...(checks && { checks })}
      />
      <div className="grid gap-1">
        <Recount surveyId={id} terms={survey} results={newest} {...(text && { text })} />
        {hasTimeline && <Timeline surveyId={id} />}
      </div>
    </div>
  );
}
