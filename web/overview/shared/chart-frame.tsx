import { type ReactNode, useId, useState } from "react";
import { type Column, DataTable } from "../../components/data-table.tsx";

interface ChartFrameProps<Row> {
  title: string;
  /** A sentence that says what the chart shows, with the total. */
  description: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The chart itself. */
  children: ReactNode;
}

/** A chart, and its numbers in a table for people who can't see the chart. */
export function ChartFrame<Row>(props: ChartFrameProps<Row>) {
  const { title, description, columns, rows, rowKey, children } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid min-w-0 content-start gap-3 rounded-panel bg-base-200 p-5 sm:p-6"
    >
      <h2 id={`${id}-title`} className="font-display text-lg font-semibold">
        {title}
      </h2>
      <p id={`${id}-text`} className="text-muted">
        {description}
      </p>
      <div
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className="h-56"
      >
        {children}
      </div>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="w-fit cursor-pointer py-1.5 font-medium">
          Show the numbers<span className="sr-only"> of {title}</span>
        </summary>
        {/* A year has many rows, so they are rendered only when opened, and scroll in here. */}
        {open && (
          <section
            aria-label={`Numbers of ${title}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must scroll too
            tabIndex={0}
            className="mt-2 max-h-72 overflow-y-auto rounded-field bg-base-100"
          >
            <DataTable caption={title} columns={columns} rows={rows} rowKey={rowKey} small />
          </section>
        )}
      </details>
    </section>
  );
}
