import type { ReactNode } from "react";
import { PagedList, type PagedListProps } from "./paged-list.tsx";

interface ItemListProps<Item> extends Omit<PagedListProps<Item, HTMLUListElement>, "children"> {
  /** How the `ul` looks. `className` is for what it stands in. */
  look?: string;
  /** Renders one item as an `li`. */
  children: (item: Item) => ReactNode;
}

/** A list that is loaded page by page, and is a `ul`. */
export function ItemList<Item>({ look = "grid gap-4", children, ...list }: ItemListProps<Item>) {
  return (
    <PagedList<Item, HTMLUListElement> {...list}>
      {(items, ref) => (
        <ul ref={ref} className={look}>
          {items.map(children)}
        </ul>
      )}
    </PagedList>
  );
}
