import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";
import { LoadMore, useFocusOnNewItems } from "./load-more.tsx";
import { RetryNotice } from "./retry-notice.tsx";

interface PagedListProps<Item, List extends HTMLElement> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  /** What is listed: `["user", "users"]`. */
  noun: readonly [one: string, many: string];
  /** Shown instead of an empty list: why it is empty, and what helps. */
  empty: ReactNode;
  /** Renders the items; the ref goes to their parent element. */
  children: (items: Item[], ref: RefObject<List | null>) => ReactNode;
}

// About as many as fit on a screen.
const skeletons = ["a", "b", "c", "d", "e"];

/** A list that is loaded page by page: loading, failed, empty or with items. */
export function PagedList<Item, List extends HTMLElement = HTMLTableSectionElement>({
  list,
  noun: [one, many],
  empty,
  children,
}: PagedListProps<Item, List>) {
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const { ref, focusNext } = useFocusOnNewItems<List>(items.length);

  if (list.isPending) {
    return (
      <div className="grid gap-4">
        <p role="status" className="text-muted">
          Looking for {many} …
        </p>
        {skeletons.map((name) => (
          <div key={name} className="skeleton h-16 rounded-panel" />
        ))}
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
  const first = list.hasNextPage ? "The first " : "";
  return (
    <div className="grid gap-4" aria-busy={list.isFetching}>
      <p role="status" className="text-muted">
        {items.length === 0
          ? `No ${many}`
          : `${first}${items.length} ${items.length === 1 ? one : many}`}
      </p>
      {items.length === 0 ? empty : children(items, ref)}
      <LoadMore list={list} onAsk={focusNext} />
    </div>
  );
}
