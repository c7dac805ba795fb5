import type { ReactNode } from "react";
import { youVoted } from "#words/labels";

/** Marks what the person has voted for, or voted on. */
export function VoteBadge({
  className = "",
  children,
}: {
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={`badge badge-neutral gap-1.5 font-semibold ${className}`}>
      <svg viewBox="0 0 16 16" className="size-3.5" aria-hidden="true">
        <path d="m3 8.5 3.5 3.5L13 4.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
      </svg>
      {children}
    </span>
  );
}

/** On the upper edge of a survey's card, where it takes no room: it is known later than the card. */
export function VotedMark() {
  return <VoteBadge className="absolute -top-3 end-5">{youVoted}</VoteBadge>;
}
