import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { ownStatusLabels } from "../../contract/survey-status.ts";
import { RelativeTime } from "../components/relative-time.tsx";
import { plural, sayHours, sayNumber } from "../lib/format.ts";
import type { Overview } from "./queries.ts";

export function ReviewTimes({ review }: Pick<Overview, "review">) {
  const { decided, medianHours, longestHours, waiting, waitingSince } = review;
  return (
    <section
      aria-labelledby="review-times"
      className="grid content-start gap-3 rounded-panel bg-base-200 p-5 sm:p-6"
    >
      <h2 id="review-times" className="font-display text-lg font-semibold">
        {ownStatusLabels.pending}
      </h2>
      {medianHours === null || longestHours === null ? (
        <p className="text-muted">No survey was decided on in this period.</p>
      ) : (
        <p>
          Half of the {sayNumber(decided)} surveys decided on waited{" "}
          <strong>{sayHours(medianHours)}</strong> or less, the slowest one{" "}
          <strong>{sayHours(longestHours)}</strong>.
        </p>
      )}
      {waitingSince === null ? (
        <p>Nothing is waiting now.</p>
      ) : (
        <p>
          <Link to={pages.surveyStatus} className="link link-primary">
            {sayNumber(waiting)} {plural(waiting, "is", "are")} waiting now
          </Link>
          , the oldest was sent <RelativeTime timestamp={waitingSince} />.
        </p>
      )}
    </section>
  );
}
