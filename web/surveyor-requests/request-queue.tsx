import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { routes } from "../../contract/routes.ts";
import { ANSWER_MAX } from "../../contract/surveyor-request-limits.ts";
import type { SurveyorRequest } from "../../contract/surveyor-requests.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { TextDialog } from "../components/text-dialog.tsx";
import { alerts } from "../lib/alerts.ts";
import { useRouteMutation } from "../lib/route-mutation.ts";
import { pagesOf } from "../lib/route-queries.ts";

export function RequestQueue() {
  const list = useInfiniteQuery(pagesOf(routes.listRequests));
  return (
    <PagedList<SurveyorRequest, HTMLUListElement>
      list={list}
      noun={["request", "requests"]}
      queue={[
        ["a", "Accept"],
        ["d", "Decline"],
      ]}
      empty={
        <EmptyState title="No open requests">
          <p>When somebody asks to become a surveyor, their request waits here for you.</p>
        </EmptyState>
      }
    >
      {(requests, ref) => (
        <ul ref={ref} className="grid gap-5">
          {requests.map((request) => (
            <li key={request.id}>
              <Request request={request} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Request({ request }: { request: SurveyorRequest }) {
  const { id, username, email, reason, timestamp, registered } = request;
  const decide = useRouteMutation(routes.decideOnRequest);
  const [declining, setDeclining] = useState(false);
  const params = { id };

  function accept() {
    void alerts.outcome(decide.mutateAsync({ params, body: { accepted: true } }), {
      done: `${username} is a surveyor now`,
      failed: `${username} is not a surveyor yet`,
    });
  }

  return (
    // One column that may shrink, so that a long address is cut instead of widening the page.
    <article
      aria-labelledby={id}
      className="grid grid-cols-1 gap-3 rounded-panel bg-base-200 p-5 sm:p-7"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-display text-lg font-semibold">
          {username}
        </h2>
        <p className="text-sm text-muted">
          asked <RelativeTime timestamp={timestamp} />
        </p>
      </header>
      <p className="max-w-prose wrap-anywhere whitespace-pre-line">{reason}</p>
      <p className="text-sm wrap-anywhere text-muted">
        {email}, registered <RelativeTime timestamp={registered} />
      </p>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-outline"
          aria-keyshortcuts="a"
          aria-describedby={id}
          aria-busy={decide.isPending}
          onClick={() => !decide.isPending && accept()}
        >
          Accept
        </button>
        <button
          type="button"
          className="btn btn-outline"
          aria-keyshortcuts="d"
          aria-describedby={id}
          onClick={() => setDeclining(true)}
        >
          Decline
        </button>
      </div>
      {declining && (
        <TextDialog
          title={`Decline the request of ${username}?`}
          lead={<p className="text-muted">They are told, and can ask again.</p>}
          label="Your answer to them (optional)"
          field="answer"
          limit={ANSWER_MAX}
          action="Decline"
          onClose={() => setDeclining(false)}
          onSend={async (answer) => {
            await decide.mutateAsync({ params, body: { accepted: false, answer } });
            setDeclining(false);
            alerts.succeeded("Declined");
          }}
        />
      )}
    </article>
  );
}
