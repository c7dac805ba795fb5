import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import * as common from "#words/common";
import * as t from "#words/results";
import { countingNow } from "#words/tally";
import { pages } from "../../../contract/pages.ts";
import { fillPath, type Reply } from "../../../contract/route.ts";
import type { routes } from "../../../contract/routes.ts";
import { options } from "../../../contract/surveys.ts";
import { textIn } from "../../../contract/text-in.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { InView } from "../../components/in-view.tsx";
import { lazyPart } from "../../components/lazy-page.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { ownLanguage } from "../../lib/language.ts";
import { FollowDisclosure } from "../../people/follows/follow-disclosure.tsx";
import { VerifiedBy } from "../../record/transparency/verified-by.tsx";
import { NoSuchSurvey } from "../../surveys/survey/no-such-survey.tsx";
import { resultsQuery } from "../../surveys/survey/queries.ts";
import { ShareButtons } from "../../surveys/survey/share-buttons.tsx";
import { SurveyHeader } from "../../surveys/survey/shared/survey-header.tsx";
import { HonestSentence } from "../../surveys/votes/shared/honest-sentence.tsx";
import { noteSource } from "../../surveys/votes/shared/source.ts";
import { saySums } from "../../surveys/votes/shared/who-answered.ts";

type Survey = Reply<typeof routes.readResults>;

// Lazy, because the bars draw with styles that the HTML may not have.
const PublicResult = lazyPart(() => import("../layout/public-result.tsx"));

/** A survey and its result, for everybody: also for those who may not vote. */
function ResultsPage() {
  const { id = "" } = useParams();
  const from = useSearchParams()[0].get("from");
  const { data: survey, error, refetch } = useQuery(resultsQuery(id));
  useEffect(() => noteSource(id, from), [id, from]);
  if (error instanceof ApiProblem && ["not_found", "invalid"].includes(error.code)) {
    return <NoSuchSurvey />;
  }
  if (survey) return <PublicSurvey survey={survey} />;
  if (error) {
    return <ErrorState title={t.notShown} problem={error} onRetry={refetch} />;
  }
  return <ProgressBar label={t.loading} />;
}

function PublicSurvey({ survey }: { survey: Survey }) {
  const { _id: id, results, setAside } = survey;
  const text = textIn(survey, ownLanguage);
  return (
    <div className="page grid gap-10">
      <SurveyHeader survey={{ ...survey, ...text }} original={survey} />
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[7fr_5fr]">
        <section
          aria-labelledby="result"
          className="grid content-start gap-5 self-start rounded-panel bg-base-200 p-6 sm:p-9"
        >
          <h2
            id="result"
            dir="auto"
            lang={text.language}
            className="font-display text-subtitle text-balance"
          >
            {text.question}
          </h2>
          {results ? (
            <InView
              key={id}
              before={
                <div className="grid gap-4">
                  <p>{saySums(results)}</p>
                  <HonestSentence results={results} setAside={setAside} />
                </div>
              }
            >
              <PublicResult survey={survey} results={results} text={survey} hasTimeline />
            </InView>
          ) : (
            <p>
              {survey.phase === "closed"
                ? countingNow
                : t.seenBy[survey.resultsMode === "closed" ? "closed" : "voted"]}
            </p>
          )}
          {survey.phase === "closed" && results && <p className="font-semibold">{t.final}</p>}
        </section>
        <TakePart survey={survey} />
      </div>
    </div>
  );
}

function TakePart({ survey }: { survey: Survey }) {
  const { _id: id, phase } = survey;
  const { title, text } = t.invitations[phase];
  const page = fillPath(pages.survey, { id });
  return (
    <section aria-labelledby="take-part" className="grid content-start justify-items-start gap-4">
      <h2 id="take-part" className="font-display text-xl font-bold">
        {title}
      </h2>
      <p className="max-w-prose text-pretty">{text}</p>
      {phase === "open" && <Answers page={page} />}
      <div className="flex flex-wrap gap-3">
        {phase !== "open" && (
          <Link to={page} className="btn btn-primary">
            {t.invitations[phase].link}
          </Link>
        )}
        <Link to={pages.checkReceipt} className="btn btn-outline">
          {t.checkReceipt}
        </Link>
      </div>
      <ShareButtons survey={survey} />
      <FollowDisclosure surveyId={survey._id} />
      <VerifiedBy />
    </section>
  );
}

const colours = {
  yes: "text-yes hover:bg-yes hover:text-yes-content",
  no: "text-no hover:bg-no hover:text-no-content",
} as const;

/** Links, as in a frame of another site: the page of the survey has the choice marked. */
function Answers({ page }: { page: string }) {
  return (
    <div className="grid w-full max-w-md gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
      <div role="group" aria-label={t.answer} className="grid grid-cols-2 gap-3">
        {options.map((option) => (
          <Link
            key={option}
            to={`${page}?choice=${option}`}
            className={`grid min-h-14 place-items-center rounded-field border-2 border-current bg-base-100 px-3 font-display text-xl font-bold motion-safe:transition-colors ${colours[option]}`}
          >
            {common.votes[option]}
          </Link>
        ))}
      </div>
      <p className="text-sm text-muted">{t.confirmThere}</p>
    </div>
  );
}

export { ResultsPage as Component };
