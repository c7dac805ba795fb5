import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { wording } from "../../contract/wording.ts";
import { Hemicycle } from "../components/hemicycle.tsx";
import { RefusalNotice } from "../layout/refusal-notice.tsx";

const statements = [
  {
    title: "A plain yes or no",
    text: "Every survey asks one question. Vote, like what is well asked, and watch the result take shape.",
  },
  {
    title: "Your feedback counts",
    text: "Comments and feedback matter here: they reach the people who asked, together with the votes.",
  },
  {
    title: "Pro users join the debate",
    text: "A number says how many. Pro users can comment on a survey, and say why.",
  },
];

const EXAMPLE_YES = 62;

function HomePage() {
  return (
    <>
      <title>{wording.siteTitle}</title>
      <RefusalNotice />
      <section className="mx-auto max-w-site px-gutter pt-section">
        <h1 tabIndex={-1} className="font-display text-hero">
          Join the poll. <span className="sm:block">Share your opinion.</span>
        </h1>
        <div className="mt-8 grid gap-x-16 gap-y-12 lg:grid-cols-[1fr_1.25fr]">
          <div className="grid content-start justify-items-start gap-8 lg:pb-section">
            <p className="max-w-[44ch] text-lead text-muted text-pretty">
              Take part in surveys on politics, society, technology and entertainment, and see at
              once where everybody else stands.
            </p>
            <Link to={pages.surveys} className="btn btn-primary btn-lg">
              Explore Surveys
            </Link>
          </div>
          <ExampleResult />
        </div>
      </section>
      <section aria-label="What you can do here" className="bg-panel text-panel-content">
        <ul className="mx-auto grid max-w-site gap-x-12 gap-y-12 px-gutter py-section md:grid-cols-3">
          {statements.map(({ title, text }) => (
            <li key={title} className="grid content-start gap-3">
              <h2 className="font-display text-subtitle">{title}</h2>
              <p className="text-pretty">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Rises from the band below it, so nothing stands between the two. */
function ExampleResult() {
  return (
    <figure className="relative self-end">
      <figcaption className="mb-5 text-center text-sm text-muted">
        For example: should the library open on Sundays?
      </figcaption>
      <Hemicycle yes={EXAMPLE_YES} className="w-full" />
      <p className="absolute inset-x-0 bottom-[4%] grid justify-items-center font-display text-base/tight font-bold sm:text-subtitle">
        <span className="text-yes">Yes {EXAMPLE_YES}</span>
        <span className="text-no">No {100 - EXAMPLE_YES}</span>
      </p>
    </figure>
  );
}

export { HomePage as Component };
