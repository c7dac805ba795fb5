import { type ReactNode, useId } from "react";

interface PageSectionProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** One section of a settings page: a heading with an explanation, and the controls beside it. */
export function PageSection({ title, lead, children }: PageSectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-16 gap-y-6 border-t border-base-300 py-10 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-2">
        <h2 id={titleId} className="font-display text-subtitle text-balance">
          {title}
        </h2>
        <div className="max-w-prose text-muted text-pretty">{lead}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
