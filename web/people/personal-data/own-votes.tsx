import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as t from "#words/personalData";
import { pages } from "../../../contract/pages.ts";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { pagesOf } from "../../lib/route-queries.ts";
import { OnSurveyItem, PAGE } from "./on-survey-item.tsx";

type OwnVote = Reply<typeof routes.listOwnVotes>[number];

export function OwnVotes() {
  const list = useInfiniteQuery(pagesOf(routes.listOwnVotes, { query: { limit: PAGE } }));
  return (
    <PagedList<OwnVote, HTMLOListElement>
      list={list}
      kind="votes"
      more={t.moreVotes}
      empty={
        <EmptyState title={t.noVotes}>
          <p>
            {t.findSurvey({
              link: (words) => (
                <Link to={pages.surveys} className="link link-primary">
                  {words}
                </Link>
              ),
            })}
          </p>
        </EmptyState>
      }
    >
      {(votes, ref) => (
        <ol ref={ref} className="grid border-t border-base-300">
          {votes.map((vote) => (
            <OnSurveyItem key={vote.id} item={vote}>
              <p>
                {vote.vote === "yes"
                  ? t.votedYes({ vote: (words) => <strong className="text-yes">{words}</strong> })
                  : t.votedNo({ vote: (words) => <strong className="text-no">{words}</strong> })}
              </p>
              {vote.setAside !== null && (
                <p>
                  {t.setAside({
                    strong: (words) => <strong>{words}</strong>,
                    reason: vote.setAside,
                  })}
                </p>
              )}
              {vote.report && <p className="text-muted">{t.reported({ report: vote.report })}</p>}
            </OnSurveyItem>
          ))}
        </ol>
      )}
    </PagedList>
  );
}
