import { useState } from "react";
import * as t from "#words/charts";
import { type Column, DataTable } from "../data-table.tsx";
import { srOnly } from "../sr-only.tsx";

export interface ChartNumbersProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** A chart's numbers, for people who can't see it and for those who want to know exactly. */
export function ChartNumbers<Row>({ title, columns, rows, rowKey }: ChartNumbersProps<Row>) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1.5 font-medium">
        {t.showNumbers({ title, unseen: srOnly })}
      </summary>
      {/* There can be many rows, so they are rendered only when opened, and scroll in here. */}
      {open && (
        <section
          aria-label={t.numbersOf({ title })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must scroll too
          tabIndex={0}
          className="mt-2 max-h-72 overflow-y-auto rounded-field bg-base-100"
        >
          <DataTable caption={title} columns={columns} rows={rows} rowKey={rowKey} small />
        </section>
      )}
    </details>
  );
}
