import { useEffect, useRef } from "react";
import * as t from "#words/common";
import { Notice } from "./notice.tsx";
import { itemsOf } from "./work-queue.ts";

interface LoadMoreProps {
  /** The result of `useInfiniteQuery`. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => unknown;
  };
  /** Called before the next page is requested; usually `focusNext` of `useFocusOnNewItems`. */
  onAsk: () => void;
  label?: string | undefined;
}

export function LoadMore({ list, onAsk, label = t.showMore }: LoadMoreProps) {
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

/** Moves the focus to the first new item, so that keyboard users read on from there. */
export function useFocusOnNewItems<List extends HTMLElement>(length: number) {
  const ref = useRef<List>(null);
  const firstNew = useRef<number | null>(null);

  useEffect(() => {
    if (firstNew.current === null || length <= firstNew.current) return;
    const item = itemsOf(ref.current)[firstNew.current];
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
  // An item without a link or button can't be focused otherwise.
  if (!control) item.tabIndex = -1;
  (control ?? item).focus({ preventScroll: true });
}
