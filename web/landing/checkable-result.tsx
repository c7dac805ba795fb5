import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { Bars } from "../votes/shared/bars.tsx";
import { HonestSentence } from "../votes/shared/honest-sentence.tsx";
import { type Results, useResultEvents } from "../votes/shared/live-results.ts";
import { popularSurveysQuery } from "./queries.ts";

interface CheckableResultProps {
  /** Shown below the result: what checks it. */
  children: (surveyId: string, results: Results) => ReactNode;
}

/** The most voted survey whose result everybody may see. Nothing if there is none. */
export function CheckableResult({ children }: CheckableResultProps) {
  const { data } = useQuery(popularSurveysQuery);
  const survey = data?.find(({ results }) => results && results.yes + results.no > 0);
  if (!survey?.results) return null;
  const { _id: id, title, phase, results } = survey;
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
        <LiveResult key={id} id={id} results={results} isOpen={phase === "open"}>
          {children}
        </LiveResult>
      </article>
    </section>
  );
}

interface LiveResultProps extends CheckableResultProps {
  id: string;
  results: Results;
  isOpen: boolean;
}

/** Moves as others vote, while it is on screen. */
function LiveResult({ id, results, isOpen, children }: LiveResultProps) {
  const box = useRef<HTMLDivElement>(null);
  const [inView, setInView] = useState(false);
  const [newest, setNewest] = useState(results);
  useResultEvents(inView && isOpen ? id : null, ({ yes, no }) => setNewest({ yes, no }));

  useEffect(() => {
    const observer = new IntersectionObserver(([seen]) => setInView(seen?.isIntersecting ?? false));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={box} className="grid gap-4">
      <Bars results={newest} />
      <HonestSentence results={newest} />
      {children(id, newest)}
    </div>
  );
}
