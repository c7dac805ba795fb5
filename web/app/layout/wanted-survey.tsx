import type { ReactNode } from "react";
import { categories as categoryLabels } from "#words/labels";
import * as tally from "#words/tally";
import type { SurveyCard } from "../../../contract/surveys.ts";
import { textIn } from "../../../contract/text-in.ts";
import { sayVotes } from "../../../words/say-result.ts";
import { ownLanguage } from "../../lib/language.ts";
import { hasTiming, SurveyTiming } from "../../surveys/survey/shared/survey-timing.tsx";
import PublicResult from "./public-result.tsx";

interface WantedSurveyProps {
  survey: SurveyCard;
  /** Why they don't see more, and what they can do about it. */
  children: ReactNode;
}

/** What everybody may see of the survey that somebody wanted to open. */
export default function WantedSurvey({ survey, children }: WantedSurveyProps) {
  const { category, results } = survey;
  const { title, description, question, language } = textIn(survey, ownLanguage);
  return (
    <section
      aria-labelledby="wanted"
      className={`grid gap-x-16 gap-y-8 rounded-panel bg-base-200 p-6 sm:p-9 ${results ? "lg:grid-cols-2" : ""}`}
    >
      <div className="grid content-start gap-3">
        <p className="flex flex-wrap gap-x-4 text-muted">
          <span className="font-semibold text-primary">{categoryLabels[category]}</span>
          <span>{sayVotes(tally, survey)}</span>
          {hasTiming(survey) && <SurveyTiming survey={survey} />}
        </p>
        <h2
          id="wanted"
          dir="auto"
          lang={language}
          className="font-display text-subtitle text-balance"
        >
          {title}
        </h2>
        <p dir="auto" lang={language} className="max-w-prose text-pretty">
          {description}
        </p>
        <p dir="auto" lang={language} className="font-display text-xl font-bold text-balance">
          {question}
        </p>
        {/* The panel is this one. */}
        <div className="mt-3 *:p-0">{children}</div>
      </div>
      {results && <PublicResult survey={survey} results={results} />}
    </section>
  );
}
