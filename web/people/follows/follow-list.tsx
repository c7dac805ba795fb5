import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { categories } from "#words/labels";
import * as t from "#words/news";
import type { Follow } from "../../../contract/follows.ts";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ItemList } from "../../components/item-list.tsx";
import { PressButton } from "../../components/press-button.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { pagesOf } from "../../lib/route-queries.ts";

/** What somebody has chosen to follow, each with a press to stop it. */
export function FollowList() {
  const list = useInfiniteQuery(pagesOf(routes.listFollows));
  return (
    <ItemList
      list={list}
      kind="follows"
      empty={<EmptyState title={t.none} text={t.noneText} />}
      look="grid border-t border-base-300"
    >
      {(one) => <FollowItem key={one.id} follow={one} />}
    </ItemList>
  );
}

function FollowItem({ follow }: { follow: Follow }) {
  const { id, kind, name, language, surveyItemId } = follow;
  const stop = useRouteMutation(routes.stopFollowing);
  const says = { done: t.stopped, failed: t.notStopped };
  const press = () => alerts.outcome(stop.mutateAsync({ params: { id } }), says);
  const categoryNames: Record<string, string> = categories;
  const shown = kind === "category" ? (categoryNames[name] ?? name) : name;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-base-300 py-3">
      <div className="min-w-0 flex-1 basis-48" id={id}>
        <p className="text-sm text-muted">{t.kindsOfFollow[kind]}</p>
        <p lang={language ?? undefined} dir="auto" className="font-semibold wrap-anywhere">
          {surveyItemId ? (
            <Link to={fillPath(pages.results, { id: surveyItemId })} className="link-hover link">
              {shown}
            </Link>
          ) : (
            shown
          )}
        </p>
      </div>
      <PressButton aria-describedby={id} isBusy={stop.isPending} onPress={press}>
        {t.stop}
      </PressButton>
    </li>
  );
}
