import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useState } from "react";
import { kinds } from "#words/lists";
import { LoadMore, useFocusOnNewItems } from "./load-more.tsx";
import { QueueKeys, type QueueWords } from "./queue-keys.tsx";
import { RetryNotice } from "./retry-notice.tsx";
import { type DecisionKey, useWorkQueue } from "./work-queue.ts";

/** What a list says about its items. */
interface ListWords {
  looking: string;
  failed: string;
  none: string;
  count: (p: { count: number }) => string;
  first: (p: { count: number }) => string;
  /** For the results of a search. */
  countFound?: (p: { count: number }) => string;
  firstFound?: (p: { count: number }) => string;
  /** If the server counts the whole list. */
  firstOf?: (p: { shown: number; total: number }) => string;
  firstOfMore?: (p: { shown: number; total: number }) => string;
  firstOfFound?: (p: { shown: number; total: number }) => string;
  firstOfMoreFound?: (p: { shown: number; total: number }) => string;
  keys?: QueueWords;
}

export interface PagedListProps<Item, List extends HTMLElement> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: Item[]; total?: string | null }>>;
  /** What is listed: its words are in the catalogue. */
  kind: keyof typeof kinds;
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
  kind,
  empty,
  skeleton = rows,
  found = false,
  quiet = false,
  more,
  className = "gap-4",
  queue,
  children,
}: PagedListProps<Item, List>) {
  const words: ListWords = kinds[kind];
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const { ref, focusNext } = useFocusOnNewItems<List>(items.length);
  const [asksForKeys, setAsksForKeys] = useState(false);
  const workQueue = useWorkQueue(ref, queue, () => setAsksForKeys(true));

  const statusLook = quiet ? "sr-only" : "text-muted";

  if (list.isPending) {
    return (
      <div className={`grid ${className}`}>
        <p role="status" className={statusLook}>
          {words.looking}
        </p>
        {skeleton}
      </div>
    );
  }
  if (list.isError && items.length === 0) {
    return <RetryNotice title={words.failed} problem={list.error} onRetry={list.refetch} />;
  }
  return (
    <div className={`grid ${className}`} aria-busy={list.isFetching} {...workQueue}>
      <p role="status" className={statusLook}>
        {sayHowMany(words, items.length, list, found)}
      </p>
      {queue && words.keys && items.length > 0 && (
        <p className="text-sm text-muted pointer-coarse:hidden">
          {words.keys.hint({
            next: (key) => <kbd>{key}</kbd>,
            previous: (key) => <kbd>{key}</kbd>,
            all: (label) => (
              <button type="button" className="link" onClick={() => setAsksForKeys(true)}>
                {label}
              </button>
            ),
          })}
        </p>
      )}
      {queue && words.keys && asksForKeys && (
        <QueueKeys words={words.keys} keys={queue} onClose={() => setAsksForKeys(false)} />
      )}
      {items.length === 0 ? empty : children(items, ref)}
      <LoadMore list={list} onAsk={focusNext} label={more} />
    </div>
  );
}

function sayHowMany<Item>(
  words: ListWords,
  shown: number,
  { data, hasNextPage }: PagedListProps<Item, HTMLElement>["list"],
  found: boolean,
): string {
  if (shown === 0) return words.none;
  const counted = { count: shown };
  if (!hasNextPage) return ((found && words.countFound) || words.count)(counted);
  // `36`, or `1000+` if there are more than were counted.
  const total = data?.pages[0]?.total;
  const [of, ofFound] = total?.endsWith("+")
    ? [words.firstOfMore, words.firstOfMoreFound]
    : [words.firstOf, words.firstOfFound];
  const sayPart = found ? ofFound : of;
  if (total && sayPart) return sayPart({ shown, total: Number.parseInt(total, 10) });
  return ((found && words.firstFound) || words.first)(counted);
}
