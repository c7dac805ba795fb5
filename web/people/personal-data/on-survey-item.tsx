import type { ReactNode } from "react";
import { Link } from "react-router";
import * as t from "#words/personalData";
import { pages } from "../../../contract/pages.ts";
import type { OnSurvey } from "../../../contract/personal-data.ts";
import { fillPath } from "../../../contract/route.ts";
import { RelativeTime } from "../../components/relative-time.tsx";

// Two lists share the page, so each begins short.
export const PAGE = 10;

interface OnSurveyItemProps {
  item: OnSurvey;
  /** What the person did on the survey. */
  children: ReactNode;
}

/** Something that the person did on a survey, with the way to it. */
export function OnSurveyItem({ item, children }: OnSurveyItemProps) {
  const { title, language, published, surveyItemId, timestamp } = item;
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-base-300 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1">
        <p dir={published ? "auto" : undefined} className="font-semibold">
          {published ? (
            <Link
              to={fillPath(pages.survey, { id: surveyItemId })}
              lang={language}
              className="link link-primary"
            >
              {title}
            </Link>
          ) : (
            t.notPublished({
              title,
              note: (words) => <span className="font-normal text-muted">{words}</span>,
            })
          )}
        </p>
        {children}
      </div>
      <p className="text-muted">
        <RelativeTime timestamp={timestamp} />
      </p>
    </li>
  );
}
