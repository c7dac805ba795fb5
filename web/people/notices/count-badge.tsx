import * as t from "#words/notices";
import { WAITING_MAX } from "../../../contract/overview.ts";
import { sayNumber } from "../../lib/format.ts";

/** The server counts no further, and a longer number would not fit into a badge. */
export function sayCount(count: number): string {
  return count >= WAITING_MAX ? t.orMore({ count: WAITING_MAX - 1 }) : sayNumber(count);
}

interface CountBadgeProps {
  count: number;
  className: string;
}

/** Whoever shows it says in words what it counts. */
export function CountBadge({ count, className }: CountBadgeProps) {
  if (count === 0) return null;
  return (
    <span
      className={`grid h-5 min-w-5 place-items-center rounded-full bg-error px-1 text-xs font-bold text-error-content tabular-nums ${className}`}
    >
      {sayCount(count)}
    </span>
  );
}
