import type { CSSProperties } from "react";
import * as t from "#words/responses";
import type { ResponseGroup } from "../../../contract/responses.ts";

// Few enough to read at a glance.
const SHOWN = 5;

/** The list begins with the most answered survey, which has the longest bar. */
export function MostAnswered({ groups }: { groups: ResponseGroup[] }) {
  const most = groups[0]?.totalVotesPerItem ?? 1;
  return (
    <section aria-labelledby="most-answered" className="grid grid-cols-1 gap-4">
      <h2 id="most-answered" className="font-display text-subtitle">
        {t.mostAnswered}
      </h2>
      <ol className="grid grid-cols-1 gap-3">
        {groups
          .slice(0, SHOWN)
          .map(({ surveyItemId, title, language, totalVotesPerItem: total }) => (
            <li key={surveyItemId} className="grid grid-cols-1 gap-1">
              <p className="flex justify-between gap-4">
                <bdi lang={language} className="min-w-0">
                  {title}
                </bdi>
                <strong className="shrink-0 tabular-nums">{t.votes({ votes: total })}</strong>
              </p>
              <span aria-hidden="true" className="h-3 rounded-full bg-base-300">
                <span
                  className="block h-full w-(--share) min-w-3 rounded-full bg-primary"
                  style={{ "--share": `${(total / most) * 100}%` } as CSSProperties}
                />
              </span>
            </li>
          ))}
      </ol>
    </section>
  );
}
