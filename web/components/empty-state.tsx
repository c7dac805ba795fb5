import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  /** Why it is empty, or what helps. */
  text?: string;
  /** Links and buttons that help. */
  children?: ReactNode;
}

/** Shown instead of an empty list. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <section className="grid justify-items-center gap-3 rounded-panel bg-base-200 px-6 py-12 text-center">
      <h2 className="font-display text-subtitle">{title}</h2>
      <div className="max-w-prose text-muted">
        {text && <p>{text}</p>}
        {children}
      </div>
    </section>
  );
}
