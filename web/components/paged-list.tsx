import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useState } from "react";
import { plural, sayNumber } from "../lib/format.ts";
import { LoadMore, useFocusOnNewItems } from "./load-more.tsx";
import { QueueKeys } from "./queue-keys.tsx";
import { RetryNotice } from "./retry-notice.tsx";
import { type DecisionKey, useWorkQueue } from "./work-queue.ts";

interface PagedListProps<Item, List extends HTMLElement> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: Item[]; total?: string | null }>>;
  /** What is listed: `["user", "users"]`. */
  noun: readonly [one: string, many: string];
  /** Shown instead of an empty list: why it is empty, and what helps. */
  empty: ReactNode;
  /** Shown while the first page is loaded. */
  skeleton?: ReactNode;
  /** The items are the result of a search, which the count then says. */
  found?: boolean;
  /** The count is for screen readers only. */
  quiet?: boolean;
  /** The label of the button that loads the next page. */
  more?: string;
  className?: string;
  /** People work through the items one by one, and decide by these keys. See `work-queue.ts`. */
  queue?: readonly DecisionKey[];
  /** Renders the items; the ref goes to their parent element. */
  children: (items: Item[], ref: RefObject<List | null>) => ReactNode;
}

// About as many as fit on a screen.
const rows = ["a", "b", "c", "d", "e"].map((name) => (
  <div key={name} className="skeleton h-16 rounded-panel" />
));

/** A list that is loaded page by page: loading, failed, empty or with items. */
export function PagedList<Item, List extends HTMLElement = HTMLTableSectionElement>({
  list,
  noun: [one, many],
  empty,
  skeleton = rows,
  found = false,
  quiet = false,
  more,
  className = "gap-4",
  queue,
  children,
}: PagedListProps<Item, List>) {
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const { ref, focusNext } = useFocusOnNewItems<List>(items.length);
  const [asksForKeys, setAsksForKeys] = useState(false);
  const workQueue = useWorkQueue(ref, queue, () => setAsksForKeys(true));

  const statusLook = quiet ? "sr-only" : "text-muted";

  function sayHowMany(shown: number): string {
    if (shown === 0) return `No ${many}`;
    const total = list.data?.pages[0]?.total;
    const part = list.hasNextPage
      ? `The first ${shown}${total ? ` of ${sayTotal(total)}` : ""}`
      : shown;
    return `${part} ${plural(shown, one, many)}${found ? " found" : ""}`;
  }

  if (list.isPending) {
    return (
      <div className={`grid ${className}`}>
        <p role="status" className={statusLook}>
          Looking for {many} …
        </p>
        {skeleton}
      </div>
    );
  }
  if (list.isError && items.length === 0) {
    return (
      <RetryNotice
        title={`We can't show the ${many}`}
        problem={list.error}
        onRetry={list.refetch}
      />
    );
  }
  return (
    <div className={`grid ${className}`} aria-busy={list.isFetching} {...workQueue}>
      <p role="status" className={statusLook}>
        {sayHowMany(items.length)}
      </p>
      {queue && items.length > 0 && (
        <p className="text-sm text-muted pointer-coarse:hidden">
          Keys in this list: <kbd>J</kbd> for the next {one}, <kbd>K</kbd> for the previous one.{" "}
          <button type="button" className="link" onClick={() => setAsksForKeys(true)}>
            All keys
          </button>
        </p>
      )}
      {queue && asksForKeys && (
        <QueueKeys one={one} keys={queue} onClose={() => setAsksForKeys(false)} />
      )}
      {items.length === 0 ? empty : children(items, ref)}
      <LoadMore list={list} onAsk={focusNext} label={more} />
    </div>
  );
}

/** `36`, or `1000+` if there are more than were counted. */
function sayTotal(total: string): string {
  const count = sayNumber(Number.parseInt(total, 10));
  return total.endsWith("+") ? `more than ${count}` : count;
}
