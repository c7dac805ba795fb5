import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as t from "#words/surveyorRequests";
import { routes } from "../../../contract/routes.ts";
import { ANSWER_MAX } from "../../../contract/surveyor-request-limits.ts";
import type { SurveyorRequest } from "../../../contract/surveyor-requests.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ItemList } from "../../components/item-list.tsx";
import { PressButton } from "../../components/press-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { TextDialog } from "../../components/text-dialog.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { pagesOf } from "../../lib/route-queries.ts";

export function RequestQueue() {
  const list = useInfiniteQuery(pagesOf(routes.listRequests));
  return (
    <ItemList
      list={list}
      kind="requests"
      queue={[
        ["a", t.accept],
        ["d", t.decline],
      ]}
      empty={<EmptyState title={t.none} text={t.arriveHere} />}
      look="grid gap-5"
    >
      {(request) => (
        <li key={request.id}>
          <Request request={request} />
        </li>
      )}
    </ItemList>
  );
}

function Request({ request }: { request: SurveyorRequest }) {
  const { id, username, email, reason, timestamp, registered } = request;
  const decide = useRouteMutation(routes.decideOnRequest);
  const [declining, setDeclining] = useState(false);
  const params = { id };

  function accept() {
    void alerts.outcome(decide.mutateAsync({ params, body: { accepted: true } }), {
      done: t.accepted({ name: username }),
      failed: t.notAccepted({ name: username }),
    });
  }

  return (
    // One column that may shrink, so that a long address is cut instead of widening the page.
    <article
      aria-labelledby={id}
      className="grid grid-cols-1 gap-3 rounded-panel bg-base-200 p-5 sm:p-7"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} dir="auto" className="font-display text-lg font-semibold">
          {username}
        </h2>
        <p className="text-sm text-muted">
          {t.asked({ time: () => <RelativeTime timestamp={timestamp} /> })}
        </p>
      </header>
      <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line">
        {reason}
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {t.registered({ email, time: () => <RelativeTime timestamp={registered} /> })}
      </p>
      <div className="flex flex-wrap gap-2">
        <PressButton
          aria-keyshortcuts="a"
          aria-describedby={id}
          isBusy={decide.isPending}
          onPress={accept}
        >
          {t.accept}
        </PressButton>
        <PressButton aria-keyshortcuts="d" aria-describedby={id} onPress={() => setDeclining(true)}>
          {t.decline}
        </PressButton>
      </div>
      {declining && (
        <TextDialog
          title={t.declineQuestion({ name: username })}
          lead={<p className="text-muted">{t.declineMeans}</p>}
          label={t.answer}
          field="answer"
          limit={ANSWER_MAX}
          action={t.decline}
          onClose={() => setDeclining(false)}
          onSend={async (answer) => {
            await decide.mutateAsync({ params, body: { accepted: false, answer } });
            setDeclining(false);
            alerts.succeeded(t.declined);
          }}
        />
      )}
    </article>
  );
}
