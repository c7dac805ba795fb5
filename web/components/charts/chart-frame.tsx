import { type ReactNode, useId } from "react";
import { ChartNumbers, type ChartNumbersProps } from "./chart-numbers.tsx";

interface FrameProps {
  title: string;
  /** A sentence that says what is shown, with the total. */
  description: string;
  children: ReactNode;
}

/** A chart, and its numbers in a table for people who can't see the chart or want all of them. */
export function ChartFrame<Row>(props: FrameProps & ChartNumbersProps<Row>) {
  const { description, children, ...numbers } = props;
  return (
    <Frame title={numbers.title} description={description}>
      <div className="h-56">{children}</div>
      <ChartNumbers {...numbers} />
    </Frame>
  );
}

/** Around charts and small tables that stand beside each other. */
export function Frame({ title, description, children }: FrameProps) {
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
      {children}
    </section>
  );
}
