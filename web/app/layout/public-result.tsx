import { Suspense, useState } from "react";
import type { SurveyCard } from "../../../contract/surveys.ts";
import type { SurveyText } from "../../../record/entries.ts";
import { lazyPart } from "../../components/lazy-page.tsx";
import { Recount } from "../../record/survey-record/recount.tsx";
import { Timeline } from "../../record/timeline/timeline.tsx";
import { Bars } from "../../surveys/votes/shared/bars.tsx";
import { HonestSentence } from "../../surveys/votes/shared/honest-sentence.tsx";
import { type Results, useResultEvents } from "../../surveys/votes/shared/live-results.ts";
import type { WhoAnswered } from "../../surveys/votes/shared/who-answered.ts";

interface PublicResultProps {
  survey: Pick<SurveyCard, "_id" | "closesAt" | "resultsMode"> & Pick<WhoAnswered, "setAside">;
  results: Results;
  /** What people were asked, where the page has all of it. */
  text?: SurveyText;
  hasTimeline?: true;
  /** The votes are counted again at once, if they are few. */
  checksItself?: boolean;
}

// Some 200 kB to read. More is read when somebody asks for it.
const COUNTED_AT_ONCE = 1_000;
const RecountPanel = lazyPart(() => import("../../record/survey-record/recount-panel.tsx"));

/** A result that everybody may see. It moves as people vote, and can be checked. */
export default function PublicResult(props: PublicResultProps) {
  const { survey, results, text, hasTimeline, checksItself } = props;
  const { _id: id, setAside } = survey;
  const isCounted = checksItself && results.yes + results.no <= COUNTED_AT_ONCE;
  const [newest, setNewest] = useState(results);
  useResultEvents(id, ({ yes, no }) => setNewest({ yes, no }));
  return (
    <div className="grid content-start gap-4">
      <Bars results={newest} />
      <HonestSentence results={newest} {...(setAside && { setAside })} />
      <div className="grid gap-1">
        {isCounted ? (
          <Suspense>
            <RecountPanel surveyId={id} terms={survey} results={newest} />
          </Suspense>
        ) : (
          <Recount surveyId={id} terms={survey} results={newest} {...(text && { text })} />
        )}
        {hasTimeline && <Timeline surveyId={id} />}
      </div>
    </div>
  );
}
