import { useInfiniteQuery } from "@tanstack/react-query";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { pagesOf } from "../lib/route-queries.ts";

type ContactMessage = Reply<typeof routes.listMessages>[number];

export function Inbox() {
  const list = useInfiniteQuery(pagesOf(routes.listMessages));
  return (
    <PagedList<ContactMessage, HTMLUListElement>
      list={list}
      noun={["message", "messages"]}
      empty={
        <EmptyState title="No messages">
          <p>What people write through the contact page arrives here.</p>
        </EmptyState>
      }
    >
      {(messages, ref) => (
        <ul ref={ref} className="grid gap-5">
          {messages.map((message) => (
            <li key={message.id}>
              <Message message={message} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Message({
  message: { id, name, email, message, timestamp },
}: {
  message: ContactMessage;
}) {
  return (
    // One column that may shrink, so that a long address is cut instead of widening the page.
    <article
      aria-labelledby={id}
      className="grid grid-cols-1 gap-3 rounded-panel bg-base-200 p-5 sm:p-7"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-display text-lg font-semibold">
          {name}
        </h2>
        <p className="text-sm text-muted">
          <RelativeTime timestamp={timestamp} />
        </p>
      </header>
      <p className="max-w-prose whitespace-pre-line">{message}</p>
      <a
        href={replyAddress(email)}
        aria-label={`Reply to ${name}`}
        className="btn btn-outline max-w-full justify-self-start"
      >
        Reply
        <span className="min-w-0 truncate font-normal text-muted">{email}</span>
      </a>
    </article>
  );
}

function replyAddress(email: string): string {
  // Mail programs need a plain @; other characters could end the address too early.
  const to = encodeURIComponent(email).replace("%40", "@");
  return `mailto:${to}?subject=${encodeURIComponent("Your message to Survey Website")}`;
}
