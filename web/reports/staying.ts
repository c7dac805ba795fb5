import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useState } from "react";

type List<Item> = UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;

/**
 * A list from which an item does not vanish when it is dealt with: `stay` keeps it in its place, as
 * it is now, so that the act can be undone where it was done.
 */
export function useStaying<Item>(list: List<Item>, idOf: (item: Item) => string) {
  const [stayed, setStayed] = useState<{ item: Item; place: number }[]>([]);
  const listed = list.data?.pages.flatMap((page) => page.items) ?? [];
  const same = (one: Item) => (other: Item) => idOf(one) === idOf(other);
  const shown = listed.map((item) => stayed.find((one) => same(item)(one.item))?.item ?? item);
  for (const { item, place } of stayed) {
    if (!shown.some(same(item))) shown.splice(place, 0, item);
  }

  function stay(item: Item) {
    const place = shown.findIndex(same(item));
    const others = stayed.filter((one) => !same(item)(one.item));
    // Lower places first, so that each is right once those before it are inserted.
    setStayed([...others, { item, place }].sort((a, b) => a.place - b.place));
  }

  const data = list.data && { ...list.data, pages: [{ items: shown }] };
  return { list: { ...list, data } as List<Item>, stay };
}
