import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as t from "#words/contact";
import { messageStates } from "../../../contract/contact.ts";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { type BulkAct, BulkList } from "../../components/bulk.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FilterLinks } from "../../components/filter-links.tsx";
import { PressButton } from "../../components/press-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { useAddressState } from "../../lib/address-state.ts";
import { alerts } from "../../lib/alerts.ts";
import { sayName } from "../../lib/names.ts";
import { useRouteMutation, writeRoute } from "../../lib/route-mutation.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { useBrand } from "../../lib/settings.ts";

type ContactMessage = Reply<typeof routes.listMessages>[number];

const views = [...messageStates, "all"] as const;

const emptyStates = {
  open: <EmptyState title={t.noneOpen} text={t.arriveHere} />,
  answered: <EmptyState title={t.noneAnswered} text={t.answeredHere} />,
  all: <EmptyState title={t.none} text={t.arriveHere} />,
};

const markAs = (answered: boolean) => (message: ContactMessage) =>
  writeRoute(routes.answerMessage, { params: { id: message.id }, body: { answered } });

const acts: BulkAct<ContactMessage>[] = [
  {
    label: t.markAnswered,
    key: "a",
    fits: ({ answered }) => !answered,
    begin: ({ go }) => go(markAs(true), markAs(false)),
  },
  {
    label: t.markOpen,
    key: "a",
    fits: ({ answered }) => Boolean(answered),
    begin: ({ go }) => go(markAs(false), markAs(true)),
  },
];

export function Inbox() {
  const { choice } = useAddressState();
  const view = choice("state", views, "open");
  const query = { state: view === "all" ? undefined : view };
  const list = useInfiniteQuery(pagesOf(routes.listMessages, { query }));
  return (
    <>
      <FilterLinks
        label={t.states.label}
        name="state"
        choices={views}
        fallback="open"
        labels={t.states}
      />
      <BulkList<ContactMessage, HTMLUListElement>
        list={list}
        kind="messages"
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        acts={acts}
        queue={[["a", t.markKey]]}
        empty={emptyStates[view]}
      >
        {(messages, ref, select) => (
          <ul ref={ref} className="grid gap-5">
            {messages.map((message) => (
              <li key={message.id}>
                <Message message={message} select={select(message)} />
              </li>
            ))}
          </ul>
        )}
      </BulkList>
    </>
  );
}

function Message({ message, select }: { message: ContactMessage; select: ReactNode }) {
  const { id, name, email, timestamp, answered } = message;
  const answerMessage = useRouteMutation(routes.answerMessage);
  const site = useBrand().name;

  async function mark() {
    try {
      await answerMessage.mutateAsync({ params: { id }, body: { answered: !answered } });
    } catch (error) {
      void alerts.failed(answered ? t.stillAnswered : t.stillOpen, error);
    }
  }

  return (
    // One column that may shrink, so that a long address is cut instead of widening the page.
    <article
      aria-labelledby={id}
      className="grid grid-cols-1 gap-3 rounded-panel bg-base-200 p-5 sm:p-7"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <div className="flex items-center gap-3">
          {select}
          <h2 id={id} dir="auto" className="font-display text-lg font-semibold">
            {name}
          </h2>
        </div>
        <p className="text-sm text-muted">
          <RelativeTime timestamp={timestamp} />
        </p>
      </header>
      <p dir="auto" className="max-w-prose whitespace-pre-line">
        {message.message}
      </p>
      {answered && (
        <p className="text-sm text-muted">
          {t.answeredBy({
            name: sayName(answered.by),
            time: () => <RelativeTime timestamp={answered.timestamp} />,
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <a href={replyAddress(email, site)} className="btn btn-outline max-w-full">
          {t.replyTo({
            email: () => (
              <span dir="ltr" className="min-w-0 truncate font-normal text-muted">
                {email}
              </span>
            ),
          })}
        </a>
        <PressButton
          className={`btn ${answered ? "btn-outline" : "btn-primary"}`}
          aria-keyshortcuts="a"
          aria-describedby={id}
          isBusy={answerMessage.isPending}
          onPress={mark}
        >
          {answered ? t.markOpen : t.markAnswered}
        </PressButton>
      </div>
    </article>
  );
}

function replyAddress(email: string, site: string): string {
  // Mail programs need a plain @; other characters could end the address too early.
  const to = encodeURIComponent(email).replace("%40", "@");
  return `mailto:${to}?subject=${encodeURIComponent(t.replySubject({ site }))}`;
}
