import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import type { SurveyCard } from "../../contract/surveys.ts";
import { wording } from "../../contract/wording.ts";
import { RelativeTime } from "../components/relative-time.tsx";
import { categoryLabels } from "../lib/labels.ts";

const tile = "relative flex h-full flex-col gap-3 rounded-panel bg-base-200 p-6";

/** One survey of a list. All of it is the link's target. */
export function SurveyTile({ survey }: { survey: SurveyCard }) {
  return (
    <article
      className={`${tile} has-[a:hover]:bg-base-300 has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-primary motion-safe:transition-colors`}
    >
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span className="font-semibold text-primary">{categoryLabels[survey.category]}</span>
        <RelativeTime timestamp={survey.timestamp} />
      </p>
      <h2 className="font-display text-xl/tight font-bold tracking-tight text-balance">
        {survey.title}
      </h2>
      <p className="line-clamp-4 text-muted">{survey.description}</p>
      <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pt-3">
        <p className="text-sm text-muted">
          {count(survey.votes, "vote")} · {count(survey.liked, "like")}
        </p>
        <Link
          to={fillPath(pages.survey, { id: survey._id })}
          className="link font-semibold link-primary outline-none after:absolute after:inset-0 after:rounded-panel"
        >
          {wording.seeMore}
          <span className="sr-only"> about {survey.title}</span>
        </Link>
      </div>
    </article>
  );
}

/** Stands where a tile will be, in its shape. */
export function SurveyTileSkeleton() {
  return (
    <div className={`${tile} min-h-64`} aria-hidden="true">
      <span className="skeleton h-4 w-24 bg-base-300" />
      <span className="skeleton h-6 w-5/6 bg-base-300" />
      <span className="skeleton h-6 w-1/2 bg-base-300" />
      <span className="skeleton mt-2 h-4 w-full bg-base-300" />
      <span className="skeleton h-4 w-full bg-base-300" />
      <span className="skeleton h-4 w-2/3 bg-base-300" />
      <span className="skeleton mt-auto h-4 w-20 self-end bg-base-300" />
    </div>
  );
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-GB")} ${noun}${number === 1 ? "" : "s"}`;
}
