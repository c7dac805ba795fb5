import { useEffect, useRef } from "react";
import { Notice } from "./notice.tsx";

interface LoadMoreProps {
  /** What `useInfiniteQuery` says of the list. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => unknown;
  };
  /** Called before more is asked for; `focusNext` of `useFocusOnNewItems`. */
  onAsk: () => void;
  label?: string;
}

export function LoadMore({ list, onAsk, label = "Show more" }: LoadMoreProps) {
  return (
    <>
      {list.isFetchNextPageError && <Notice tone="error">{list.error?.message}</Notice>}
      {list.hasNextPage && (
        <button
          type="button"
          className="btn btn-outline mt-3 justify-self-center"
          aria-busy={list.isFetchingNextPage}
          onClick={() => {
            onAsk();
            if (!list.isFetchingNextPage) void list.fetchNextPage();
          }}
        >
          {list.isFetchingNextPage && (
            <span className="loading loading-spinner loading-sm" aria-hidden="true" />
          )}
          {label}
        </button>
      )}
    </>
  );
}

/** Whoever asked for more by keyboard reads on at the first new item, not after the last. */
export function useFocusOnNewItems<List extends HTMLElement>(length: number) {
  const ref = useRef<List>(null);
  const firstNew = useRef<number | null>(null);

  useEffect(() => {
    if (firstNew.current === null || length <= firstNew.current) return;
    // What details a row has belongs to the row.
    const items = ref.current?.querySelectorAll<HTMLElement>(":scope > :not([data-detail])");
    const item = items?.[firstNew.current];
    firstNew.current = null;
    if (item) focusFirstIn(item);
  }, [length]);

  return {
    ref,
    focusNext() {
      firstNew.current = length;
    },
  };
}

function focusFirstIn(item: HTMLElement): void {
  const control = item.querySelector<HTMLElement>("a, button, summary");
  // An item without a control can't take the focus by itself.
  if (!control) item.tabIndex = -1;
  (control ?? item).focus({ preventScroll: true });
}
