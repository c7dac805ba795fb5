import { type ReactNode, useId } from "react";

interface ProseSectionProps {
  title: string;
  children: ReactNode;
}

/** A part of a page that is mostly text. */
export function ProseSection({ title, children }: ProseSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid max-w-prose content-start gap-3 text-pretty">
      <h2 id={titleId} className="font-display text-subtitle text-balance">
        {title}
      </h2>
      {children}
    </section>
  );
}
