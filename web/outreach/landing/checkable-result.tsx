import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import * as t from "#words/landing";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import type { ListedSurvey } from "../../../contract/surveys.ts";
import { textIn } from "../../../contract/text-in.ts";
import { InView } from "../../components/in-view.tsx";
import { ownLanguage } from "../../lib/language.ts";
import { Bars } from "../../surveys/votes/shared/bars.tsx";
import { HonestSentence } from "../../surveys/votes/shared/honest-sentence.tsx";
import { popularSurveysQuery } from "./queries.ts";

type Results = NonNullable<ListedSurvey["results"]>;

interface CheckableResultProps {
  /** The same result, live, and checked. Loaded when it comes into view. */
  children: (survey: ListedSurvey, results: Results) => ReactNode;
}

/** The most voted survey whose result everybody may see. Nothing if there is none. */
export function CheckableResult({ children }: CheckableResultProps) {
  const { data } = useQuery(popularSurveysQuery);
  const survey = data?.find(({ results }) => results && results.yes + results.no > 0);
  if (!survey?.results) return null;
  const { _id: id, results } = survey;
  const { title, language } = textIn(survey, ownLanguage);
  return (
    <section
      aria-labelledby="check"
      className="mx-auto grid max-w-site gap-x-16 gap-y-8 px-gutter pt-section lg:grid-cols-[1fr_1.25fr]"
    >
      <div className="grid content-start justify-items-start gap-4">
        <h2 id="check" className="font-display text-title">
          {t.checkIt}
        </h2>
        <p className="text-lead text-muted text-pretty">{t.checkItText}</p>
        <Link to={pages.transparency} className="link">
          {t.howCheckingWorks}
        </Link>
      </div>
      <article
        aria-labelledby="checkable"
        className="grid gap-5 rounded-panel bg-base-200 p-6 sm:p-9"
      >
        <h3
          id="checkable"
          dir="auto"
          lang={language}
          className="font-display text-subtitle text-balance"
        >
          <Link to={fillPath(pages.results, { id })} className="link-hover link">
            {title}
          </Link>
        </h3>
        <InView
          key={id}
          before={
            <div className="grid gap-4">
              <Bars results={results} />
              <HonestSentence results={results} />
            </div>
          }
        >
          {children(survey, results)}
        </InView>
      </article>
    </section>
  );
}
