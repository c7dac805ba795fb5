import type { ReactNode, Ref } from "react";

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Set flush right, in figures of one width. */
  numeric?: boolean;
}

interface DataTableProps<Row> {
  /** Names the table for whoever hears it. */
  caption: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  ref?: Ref<HTMLTableSectionElement>;
}

/** A table; where there is no room for one, each row is a card that repeats the headers. */
export function DataTable<Row>({ caption, columns, rows, rowKey, ref }: DataTableProps<Row>) {
  return (
    <div className="data-table">
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, numeric }) => (
              <th key={header} scope="col" className={numeric ? "numeric" : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={ref}>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, place) => {
                const look = {
                  "data-header": column.header,
                  className: column.numeric ? "numeric" : undefined,
                };
                return place === 0 ? (
                  <th key={column.header} scope="row" {...look}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.header} {...look}>
                    {column.cell(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
