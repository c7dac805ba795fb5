import type { ReactNode } from "react";
import { categories as categoryLabels } from "#words/labels";
import * as t from "#words/surveys";
import * as tally from "#words/tally";
import { sharesOf } from "../../../../contract/results.ts";
import type { SurveyCard as Survey } from "../../../../contract/surveys.ts";
import { textIn } from "../../../../contract/text-in.ts";
import { sayVotes } from "../../../../words/say-result.ts";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { nameLanguage } from "../../../lib/format.ts";
import { ownLanguage } from "../../../lib/language.ts";
import { VotedMark } from "../../votes/shared/vote-badge.tsx";
import { hasTiming, SurveyTiming } from "./survey-timing.tsx";

interface SurveyCardProps {
  survey: Omit<Survey, "_id" | "category"> & { category: Survey["category"] | null };
  /** The level of its heading on the page. */
  heading: "h2" | "h3";
  voted?: boolean;
  className?: string;
  children: ReactNode;
}

/** A survey in a list. The children are the link to it, at the bottom. */
export function SurveyCard(props: SurveyCardProps) {
  const { survey, heading: Heading, voted, className, children } = props;
  const text = textIn(survey, ownLanguage);
  const shares = survey.results && sharesOf(survey.results);
  const sayShares = survey.phase === "closed" ? t.finalShares : t.sharesSoFar;
  return (
    <article
      className={`relative flex h-full flex-col gap-3 rounded-panel bg-base-200 p-6 ${className}`}
    >
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span className="font-semibold text-primary">
          {survey.category ? categoryLabels[survey.category] : t.category}
          {text.language !== ownLanguage && (
            <span className="font-normal text-muted">
              {" · "}
              {t.inLanguage({ language: nameLanguage(text.language) })}
            </span>
          )}
        </span>
        <RelativeTime timestamp={survey.timestamp} />
      </p>
      <Heading
        dir="auto"
        lang={text.language}
        className="font-display text-xl/tight font-bold tracking-tight text-balance"
      >
        {text.title}
      </Heading>
      <p dir="auto" lang={text.language} className="line-clamp-3 font-medium">
        {text.question}
      </p>
      <p dir="auto" lang={text.language} className="line-clamp-3 text-muted">
        {text.description}
      </p>
      {voted && <VotedMark />}
      <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pt-3">
        <p className="text-sm text-muted">
          {sayVotes(tally, survey)} · {t.likes({ likes: survey.liked })}
          {survey.ballot === "secret" && <> · {tally.secretBallot}</>}
          {hasTiming(survey) && (
            <>
              {" · "}
              <SurveyTiming survey={survey} />
            </>
          )}
          {shares && <span className="block">{sayShares(shares)}</span>}
        </p>
        {children}
      </div>
    </article>
  );
}
