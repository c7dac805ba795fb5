import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useState } from "react";

type List<Item> = UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;

/**
 * A list from which an item does not vanish when it is dealt with: `keepItem` keeps it in its place, as
 * it is now, so that the act can be undone where it was done.
 */
export function useKeptItems<Item>(list: List<Item>, idOf: (item: Item) => string) {
  const [kept, setKept] = useState<{ item: Item; place: number }[]>([]);
  const listed = list.data?.pages.flatMap((page) => page.items) ?? [];
  const same = (one: Item) => (other: Item) => idOf(one) === idOf(other);
  const shown = listed.map((item) => kept.find((one) => same(item)(one.item))?.item ?? item);
  for (const { item, place } of kept) {
    if (!shown.some(same(item))) shown.splice(place, 0, item);
  }

  function keepItem(item: Item) {
    const place = shown.findIndex(same(item));
    const others = kept.filter((one) => !same(item)(one.item));
    // Lower places first, so that each is right once those before it are inserted.
    setKept([...others, { item, place }].sort((a, b) => a.place - b.place));
  }

  const data = list.data && { ...list.data, pages: [{ items: shown }] };
  return { list: { ...list, data } as List<Item>, keepItem };
}
