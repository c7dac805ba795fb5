import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { sayReason } from "../../contract/set-aside-reasons.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { pagesOf } from "../lib/route-queries.ts";
import { OnSurveyItem, PAGE } from "./on-survey-item.tsx";

type OwnVote = Reply<typeof routes.listOwnVotes>[number];

export function OwnVotes() {
  const list = useInfiniteQuery(pagesOf(routes.listOwnVotes, { query: { limit: PAGE } }));
  return (
    <PagedList<OwnVote, HTMLOListElement>
      list={list}
      noun={["vote", "votes"]}
      more="Show more votes"
      empty={
        <EmptyState title="You have not voted yet">
          <p>
            <Link to={pages.surveys} className="link link-primary">
              Find a survey
            </Link>{" "}
            and say what you think.
          </p>
        </EmptyState>
      }
    >
      {(votes, ref) => (
        <ol ref={ref} className="grid border-t border-base-300">
          {votes.map((vote) => (
            <OnSurveyItem key={vote.id} item={vote}>
              <p>
                You voted{" "}
                <strong className={vote.vote === "yes" ? "text-yes" : "text-no"}>
                  {vote.vote}
                </strong>
                .
              </p>
              {vote.setAside !== null && (
                <p>
                  <strong>It was set aside</strong> and does not count: “{sayReason(vote.setAside)}”
                </p>
              )}
              {vote.report && <p className="text-muted">You reported: “{vote.report}”</p>}
            </OnSurveyItem>
          ))}
        </ol>
      )}
    </PagedList>
  );
}
