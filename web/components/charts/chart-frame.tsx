import { type ReactNode, useId } from "react";
import { ChartNumbers, type ChartNumbersProps } from "./chart-numbers.tsx";

interface ChartFrameProps<Row> extends ChartNumbersProps<Row> {
  /** A sentence that says what the chart shows, with the total. */
  description: string;
  /** The chart itself. */
  children: ReactNode;
}

/** A chart, and its numbers in a table for people who can't see the chart or want all of them. */
export function ChartFrame<Row>({ description, children, ...numbers }: ChartFrameProps<Row>) {
  const { title } = numbers;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-panel bg-base-200 p-5 sm:p-6"
    >
      <h2 id={id} className="font-display text-lg font-semibold">
        {title}
      </h2>
      <p className="text-muted">{description}</p>
      <div className="h-56">{children}</div>
      <ChartNumbers {...numbers} />
    </section>
  );
}
