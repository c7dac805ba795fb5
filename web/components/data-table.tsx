import { Fragment, type ReactNode, type Ref } from "react";
import "./data-table.css";

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Aligned at its end, with digits of equal width. */
  numeric?: boolean;
  /** Holds buttons, which need no header when the row is shown as a card. */
  buttons?: boolean;
}

export interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  caption: string;
  /** The first column is the row's heading. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown below the row, across all columns. */
  detail?: (row: Row) => ReactNode;
  /** Few and short columns: stays a table on every screen. */
  small?: boolean;
  ref?: Ref<HTMLTableSectionElement>;
}

/** A table. On narrow screens each row is a card that repeats the headers. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  detail,
  small,
  ref,
}: DataTableProps<Row>) {
  return (
    <div className={small ? "data-table" : "data-table turns-to-cards"}>
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
            <Fragment key={rowKey(row)}>
              <tr>
                {columns.map((column, place) => (
                  <Cell key={column.header} column={column} row={row} names={place === 0} />
                ))}
              </tr>
              {detail && (
                <tr data-detail>
                  <td colSpan={columns.length}>{detail(row)}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, row, names }: { column: Column<Row>; row: Row; names: boolean }) {
  const look = {
    "data-header": column.buttons ? undefined : column.header,
    className: column.numeric ? "numeric" : undefined,
  };
  if (!names) {
    return (
      <td {...look}>
        <div>{column.cell(row)}</div>
      </td>
    );
  }
  return (
    <th scope="row" {...look}>
      {column.cell(row)}
    </th>
  );
}
