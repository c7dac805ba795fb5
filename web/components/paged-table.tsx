import { DataTable, type DataTableProps } from "./data-table.tsx";
import { PagedList, type PagedListProps } from "./paged-list.tsx";

type PagedTableProps<Row> = Omit<PagedListProps<Row, HTMLTableSectionElement>, "children"> &
  Pick<DataTableProps<Row>, "caption" | "columns" | "rowKey">;

/** A table that is loaded page by page. */
export function PagedTable<Row>({ caption, columns, rowKey, ...list }: PagedTableProps<Row>) {
  return (
    <PagedList {...list}>
      {(rows, ref) => <DataTable {...{ caption, columns, rows, rowKey, ref }} />}
    </PagedList>
  );
}
