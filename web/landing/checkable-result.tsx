import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import type { SurveyCard } from "../../contract/surveys.ts";
import { ErrorBoundary } from "../components/error-boundary.tsx";
import { popularSurveysQuery } from "./queries.ts";

type Results = NonNullable<SurveyCard["results"]>;

interface CheckableResultProps {
  /** Draws the result, live, with what checks it. Loaded when it comes into view. */
  children: (survey: SurveyCard, results: Results) => ReactNode;
}

/** The most voted survey whose result everybody may see. Nothing if there is none. */
export function CheckableResult({ children }: CheckableResultProps) {
  const { data } = useQuery(popularSurveysQuery);
  const survey = data?.find(({ results }) => results && results.yes + results.no > 0);
  if (!survey?.results) return null;
  const { _id: id, title, results } = survey;
  return (
    <section
      aria-labelledby="check"
      className="mx-auto grid max-w-site gap-x-16 gap-y-8 px-gutter pt-section lg:grid-cols-[1fr_1.25fr]"
    >
      <div className="grid content-start justify-items-start gap-4">
        <h2 id="check" className="font-display text-title">
          Check it yourself
        </h2>
        <p className="text-lead text-muted text-pretty">
          Every vote is entered in a public record, and every voter gets a receipt. Whoever sees a
          result can count all votes again, right here in the browser.
        </p>
        <Link to={pages.transparency} className="link">
          How checking works
        </Link>
      </div>
      <article
        aria-labelledby="checkable"
        className="grid gap-5 rounded-panel bg-base-200 p-6 sm:p-9"
      >
        <h3 id="checkable" className="font-display text-subtitle text-balance">
          <Link to={fillPath(pages.survey, { id })} className="link-hover link">
            {title}
          </Link>
        </h3>
        <InView key={id} before={`${results.yes} said yes and ${results.no} said no.`}>
          {children(survey, results)}
        </InView>
      </article>
    </section>
  );
}

/** What is in view, from its first time on. Before it, and if its code is lost, the text. */
function InView({ before, children }: { before: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const text = <p>{before}</p>;
  return (
    // As high as a result, so that nothing below moves when it comes.
    <div ref={box} className="min-h-88 sm:min-h-84">
      {seen ? (
        <ErrorBoundary fallback={() => text}>
          <Suspense fallback={text}>{children}</Suspense>
        </ErrorBoundary>
      ) : (
        text
      )}
    </div>
  );
}
