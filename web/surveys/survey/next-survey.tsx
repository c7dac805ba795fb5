import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as t from "#words/surveys";
import type { Category } from "../../../contract/categories.ts";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { textIn } from "../../../contract/text-in.ts";
import { ownLanguage } from "../../lib/language.ts";
import { readOf } from "../../lib/route-queries.ts";
import { noteSource } from "../votes/shared/source.ts";
import { languagesRead } from "./kept-languages.ts";

/** The way on after a vote: a survey that still waits for this person's answer. */
export function NextSurvey({ category }: { category: Category }) {
  const { data, isError } = useQuery({
    ...readOf(routes.findNextSurvey, { query: { category, language: languagesRead() } }),
    // Not kept for the next survey's page: it would offer that survey itself.
    gcTime: 0,
  });
  // As high as the button with a title of one line, so that nothing moves when they come.
  const frame =
    "grid min-h-23 content-start justify-items-start gap-2 border-t border-base-300 pt-5";

  if (data?.next) {
    const { _id: id } = data.next;
    const { title, language } = textIn<{ title: string; language: string }>(data.next, ownLanguage);
    return (
      <p className={frame}>
        <Link
          to={fillPath(pages.survey, { id })}
          className="btn btn-primary"
          onClick={() => noteSource(id, "list")}
        >
          {t.next}
        </Link>
        <span dir="auto" lang={language} className="text-sm text-muted">
          {title}
        </span>
      </p>
    );
  }
  return (
    <p className={frame}>
      {data && <span>{t.allAnswered}</span>}
      {(data || isError) && (
        <Link to={pages.surveys} className="btn btn-outline">
          {t.allSurveys}
        </Link>
      )}
    </p>
  );
}
