import { Link } from "react-router";
import { ownStatuses as ownStatusLabels } from "#words/labels";
import * as t from "#words/overview";
import { pages } from "../../../contract/pages.ts";
import { RelativeTime } from "../../components/relative-time.tsx";
import { sayHours } from "../../lib/format.ts";
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
        <p className="text-muted">{t.noneDecided}</p>
      ) : (
        <p>
          {t.waited({
            decided,
            median: () => <strong>{sayHours(medianHours)}</strong>,
            longest: () => <strong>{sayHours(longestHours)}</strong>,
          })}
        </p>
      )}
      {waitingSince === null ? (
        <p>{t.noneWaiting}</p>
      ) : (
        <p>
          {t.waiting({
            waiting,
            link: (words) => (
              <Link to={pages.surveyStatus} className="link link-primary">
                {words}
              </Link>
            ),
            time: () => <RelativeTime timestamp={waitingSince} />,
          })}
        </p>
      )}
    </section>
  );
}
