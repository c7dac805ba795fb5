import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import * as t from "#words/reports";
import { pages } from "../../../contract/pages.ts";
import type { HiddenComment } from "../../../contract/reports.ts";
import { fillPath } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { ItemList } from "../../components/item-list.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Why } from "../../components/why.tsx";
import { sayName } from "../../lib/names.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { useKeptItems } from "./kept-items.ts";
import HideButton from "./shared/hide-button.tsx";

interface Item extends HiddenComment {
  /** It has just been shown again. */
  shown?: boolean;
}

/** Everything that admins have hidden, so that it can be shown again. */
export function HiddenComments() {
  const { list, keepItem } = useKeptItems<Item>(
    useInfiniteQuery(pagesOf(routes.listHidden)),
    ({ id }) => id,
  );
  return (
    <section aria-labelledby="hidden-comments" className="grid gap-4">
      <h2 id="hidden-comments" tabIndex={-1} className="font-display text-subtitle">
        {t.hiddenTitle}
      </h2>
      <ItemList
        list={list}
        kind="hiddenComments"
        empty={<p className="text-muted">{t.noneHidden}</p>}
      >
        {(item) => (
          <li
            key={item.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel bg-base-200 p-5"
          >
            <div className="min-w-0 grow basis-64">
              <p className="text-sm text-muted">
                <Where item={item} />
              </p>
              <p dir="auto" className="whitespace-pre-line">
                {item.text}
              </p>
              <div className="mt-1 text-sm text-muted">
                <Why reason={item.reason} message={item.message} />
              </div>
            </div>
            <HideButton
              comment={{
                surveyItemId: item.surveyItemId,
                commentId: item.id,
                author: sayName(item.author),
                hidden: !item.shown,
              }}
              className="btn btn-outline"
              onChanged={(hidden) => keepItem({ ...item, shown: !hidden })}
            />
          </li>
        )}
      </ItemList>
    </section>
  );
}

function Where({
  item: { author, title, language, surveyItemId, shown, timestamp },
}: {
  item: Item;
}) {
  const said = {
    author,
    title,
    person: (words: string): ReactNode => (
      <span className="font-semibold text-base-content">{words}</span>
    ),
    link: (words: string): ReactNode => (
      <Link to={fillPath(pages.survey, { id: surveyItemId })} className="link link-primary">
        <bdi lang={language}>{words}</bdi>
      </Link>
    ),
  };
  return shown
    ? t.shownAgainOn(said)
    : t.hiddenOn({ ...said, time: () => <RelativeTime timestamp={timestamp} /> });
}
