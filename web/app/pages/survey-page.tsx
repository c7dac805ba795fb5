import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import * as t from "#words/votes";
import { textIn } from "../../../contract/text-in.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { ownLanguage } from "../../lib/language.ts";
import { FollowDisclosure } from "../../people/follows/follow-disclosure.tsx";
import { useSession } from "../../people/identity/session.tsx";
import { Receipt } from "../../record/survey-record/receipt.tsx";
import { Recount } from "../../record/survey-record/recount.tsx";
import { useStored } from "../../record/survey-record/shared/kept-receipts.ts";
import { Timeline } from "../../record/timeline/timeline.tsx";
import { Comments } from "../../surveys/comments/comments.tsx";
import { ReactionButtons } from "../../surveys/reactions/reaction-buttons.tsx";
import { NextSurvey } from "../../surveys/survey/next-survey.tsx";
import { NoSuchSurvey } from "../../surveys/survey/no-such-survey.tsx";
import { ReportSurvey } from "../../surveys/survey/report-survey.tsx";
import { ShareButtons } from "../../surveys/survey/share-buttons.tsx";
import { type Survey, SurveyHeader } from "../../surveys/survey/shared/survey-header.tsx";
import { surveyQuery } from "../../surveys/survey/shared/survey-query.ts";
import { SurveyOutline } from "../../surveys/survey/survey-outline.tsx";
import { NotOpen } from "../../surveys/votes/not-open.tsx";
import { paperMemory } from "../../surveys/votes/paper-memory.ts";
import { ResultSoFar } from "../../surveys/votes/result-so-far.tsx";
import { SetAsideNote } from "../../surveys/votes/set-aside-note.tsx";
import { sayCounting } from "../../surveys/votes/shared/say-counting.ts";
import { VoteForm } from "../../surveys/votes/vote-form.tsx";
import { VoteResult } from "../../surveys/votes/vote-result.tsx";
import { useSurveyMemory } from "../layout/last-survey.ts";

function SurveyPage() {
  const { id = "" } = useParams();
  useSurveyMemory();
  const mayRead = useSession().can("survey:take-part");
  const query = useQuery({ ...surveyQuery(id), enabled: mayRead });
  const { data: survey, error, refetch } = query;

  // Even if the survey is cached: it was unpublished in the meantime.
  if (error instanceof ApiProblem && error.code === "not_found") return <NoSuchSurvey />;
  if (survey) return <OpenSurvey key={id} survey={survey} />;
  if (error) {
    return <ErrorState title={t.surveyNotShown} problem={error} onRetry={refetch} />;
  }
  return <SurveyOutline id={id} label={mayRead ? t.loadingSurvey : t.checkingWho} />;
}

function OpenSurvey({ survey }: { survey: Survey }) {
  const { _id: id, results } = survey;
  const text = textIn(survey, ownLanguage);
  // Whatever is checked is compared with the survey itself, which has the texts in all languages.
  const shown = { ...survey, ...text };
  const { user } = useSession();
  // A paper that is still here can be cast; of any other, nobody knows what became of it.
  const [hasPaper, setHasPaper] = useState(
    () => paperMemory(user?.email ?? "", id).read() !== null,
  );
  const hasVoted = survey.ownVote !== null || (survey.ownPaper && !hasPaper);
  const isCast = useStored(user?.email ?? "", id) !== undefined;
  const [openedWithResult] = useState(hasVoted || survey.phase === "closed");
  const [justVoted, setJustVoted] = useState<Survey["ownVote"]>(null);
  const ownVote = survey.ownVote ?? justVoted;
  function showResult(vote: Survey["ownVote"]) {
    setHasPaper(false);
    setJustVoted(vote);
  }
  return (
    <div className="page grid gap-10">
      <SurveyHeader survey={shown} original={survey} />
      <div className="grid gap-x-16 gap-y-14 lg:grid-cols-[7fr_5fr]">
        {/* On large screens the result stays visible while one scrolls through the comments. */}
        <div className="grid min-w-0 content-start gap-5 self-start lg:[@media(min-height:52rem)]:sticky lg:[@media(min-height:52rem)]:top-[calc(var(--navbar-height)+2rem)]">
          <div className="rounded-panel bg-base-200 p-6 sm:p-9">
            {survey.phase === "upcoming" ? (
              <NotOpen survey={shown} />
            ) : ownVote || hasVoted || survey.phase === "closed" ? (
              <VoteResult
                survey={shown}
                ownVote={ownVote}
                isCast={isCast || justVoted !== null}
                results={results}
                isNew={!openedWithResult}
              >
                <SetAsideNote reason={survey.ownVoteSetAside} />
                {survey.ownPaper && (
                  <p className="text-sm text-muted">
                    {t.paperHad} {survey.phase !== "closed" && sayCounting(survey)}
                  </p>
                )}
                {(ownVote || survey.ownPaper) && <Receipt survey={survey} />}
                {results && (
                  <div className="grid gap-1">
                    <Recount
                      surveyId={id}
                      isSecret={survey.ballot === "secret"}
                      terms={survey}
                      text={survey}
                      results={results}
                    />
                    <Timeline surveyId={id} />
                  </div>
                )}
                <NextSurvey category={survey.category} />
              </VoteResult>
            ) : (
              <>
                <VoteForm survey={survey} asked={text} onVoted={showResult} />
                {results && (
                  <ResultSoFar results={results} survey={survey}>
                    <Recount
                      surveyId={id}
                      isSecret={survey.ballot === "secret"}
                      terms={survey}
                      text={survey}
                      results={results}
                    />
                  </ResultSoFar>
                )}
              </>
            )}
          </div>
          <div className="flex flex-wrap justify-between gap-3">
            <ReactionButtons surveyId={id} reactions={survey} />
            <ShareButtons survey={survey} />
          </div>
          <FollowDisclosure surveyId={id} />
          <div className="justify-self-start">
            <ReportSurvey surveyId={id} />
          </div>
        </div>
        <Comments surveyId={id} surveyorEmail={survey.surveyorEmail} />
      </div>
    </div>
  );
}

export { SurveyPage as Component };
