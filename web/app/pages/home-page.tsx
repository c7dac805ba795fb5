import { Link } from "react-router";
import * as t from "#words/landing";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { lazyPart } from "../../components/lazy-page.tsx";
import { linkTo } from "../../components/link-to.tsx";
import { useRouteMemory } from "../../lib/route-memory.ts";
import { useBrand } from "../../lib/settings.ts";
import { CheckableResult } from "../../outreach/landing/checkable-result.tsx";
import { Faq } from "../../outreach/landing/faq.tsx";
import { HowItWorks } from "../../outreach/landing/how-it-works.tsx";
import { PopularSurveys } from "../../outreach/landing/popular-surveys.tsx";
import { Testimonials } from "../../outreach/landing/testimonials.tsx";
import { Hemicycle } from "../../surveys/votes/shared/hemicycle.tsx";

// Lazy, because few people are sent here, and the landing page must stay small. Nothing of the page is
// shown before it, so that it moves nothing.
const RefusalNotice = lazyPart(() => import("../layout/refusal-notice.tsx"));
// Lazy, because many people don't scroll so far: it follows the votes, and counts them again.
const PublicResult = lazyPart(() => import("../layout/public-result.tsx"));
const EXAMPLE_YES = 62;

function HomePage() {
  const { refusal, toVote } = useRouteMemory();
  return (
    <>
      <title>{useBrand().name}</title>
      {(refusal || toVote) && <RefusalNotice />}
      <section className="mx-auto max-w-site px-gutter pt-section">
        <p className="mb-4 font-display text-lg font-bold text-primary">{t.onePersonOneVote}</p>
        <h1 tabIndex={-1} className="font-display text-hero">
          {t.headline({ second: (words) => <span className="block">{words}</span> })}
        </h1>
        <div className="mt-8 grid gap-x-16 gap-y-12 lg:grid-cols-[1fr_1.25fr]">
          <div className="grid content-start justify-items-start gap-8 lg:pb-section">
            <p className="max-w-[44ch] text-lead text-muted text-pretty">{t.lead}</p>
            <div className="grid justify-items-start gap-5">
              <Link to={pages.surveys} className="btn btn-primary btn-lg">
                {wording.landing.explore}
              </Link>
              <p className="text-muted">{t.noTrustNeeded({ link: linkTo(pages.transparency) })}</p>
            </div>
          </div>
          <ExampleResult />
        </div>
      </section>
      <HowItWorks />
      <CheckableResult>
        {(survey, results) => (
          <PublicResult survey={survey} results={results} checksItself={survey.hasRecord} />
        )}
      </CheckableResult>
      <PopularSurveys />
      <Testimonials />
      <Faq />
    </>
  );
}

/** Placed so that it touches the section below it. */
function ExampleResult() {
  return (
    <figure className="relative self-end">
      <figcaption className="mb-5 text-center text-sm text-muted">{t.exampleQuestion}</figcaption>
      <Hemicycle yes={EXAMPLE_YES} className="w-full" />
      <p className="absolute inset-x-0 bottom-[4%] grid justify-items-center font-display text-base/tight font-bold sm:text-subtitle">
        <span className="text-yes">{t.exampleYes({ share: EXAMPLE_YES })}</span>
        <span className="text-no">{t.exampleNo({ share: 100 - EXAMPLE_YES })}</span>
      </p>
    </figure>
  );
}

export { HomePage as Component };
