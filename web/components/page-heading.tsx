import type { ReactNode } from "react";
import { SITE_NAME } from "../../contract/site.ts";

interface PageHeadingProps {
  title: string;
  lead?: ReactNode;
  /** People wrote both, in whatever language. */
  written?: boolean;
}

/** The page's title: in the browser's tab, on the page, and for screen readers. */
export function PageHeading({ title, lead, written }: PageHeadingProps) {
  const dir = written ? "auto" : undefined;
  return (
    <header className="grid max-w-prose gap-4">
      <PageTitle title={title} />
      <h1 tabIndex={-1} dir={dir} className="font-display text-title text-balance">
        {title}
      </h1>
      {lead && (
        <p dir={dir} className="text-lead text-muted text-pretty">
          {lead}
        </p>
      )}
    </header>
  );
}

export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} · ${SITE_NAME}`}</title>;
}
