import type { ReactNode } from "react";
import { SITE_NAME } from "../../contract/site.ts";

interface PageHeadingProps {
  title: string;
  lead?: ReactNode;
}

/** The page's title: in the browser's tab, on the page, and for screen readers. */
export function PageHeading({ title, lead }: PageHeadingProps) {
  return (
    <header className="grid max-w-prose gap-4">
      <PageTitle title={title} />
      <h1 tabIndex={-1} className="font-display text-title text-balance">
        {title}
      </h1>
      {lead && <p className="text-lead text-muted text-pretty">{lead}</p>}
    </header>
  );
}

export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} · ${SITE_NAME}`}</title>;
}
