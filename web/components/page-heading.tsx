import type { ReactNode } from "react";
import { useBrand } from "../lib/settings.ts";

interface PageHeadingProps {
  title: string;
  lead?: ReactNode;
  /** People wrote both, in this language. */
  written?: string;
}

/** The page's title: in the browser's tab, on the page, and for screen readers. */
export function PageHeading({ title, lead, written }: PageHeadingProps) {
  const dir = written ? "auto" : undefined;
  return (
    <header className="grid max-w-prose gap-4">
      <PageTitle title={title} />
      <h1 tabIndex={-1} dir={dir} lang={written} className="font-display text-title text-balance">
        {title}
      </h1>
      {lead && (
        <p dir={dir} lang={written} className="text-lead text-muted text-pretty">
          {lead}
        </p>
      )}
    </header>
  );
}

export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} · ${useBrand().name}`}</title>;
}
