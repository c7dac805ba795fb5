import type { CSSProperties } from "react";

interface VoteBarProps {
  results: { yes: number; no: number };
  /** Its height. */
  className: string;
}

/** Yes is filled and no is hollow, for colour-blind people. Show the numbers beside it. */
export function VoteBar({ results, className }: VoteBarProps) {
  const growing =
    "min-w-5 starting:opacity-0 motion-safe:transition-[flex-grow,opacity] duration-700";
  return (
    <div aria-hidden="true" className={`flex gap-1.5 ${className}`}>
      <span
        className={`grow-(--votes) rounded-s-field bg-yes ${growing}`}
        style={{ "--votes": results.yes } as CSSProperties}
      />
      <span
        className={`grow-(--votes) rounded-e-field border-8 border-no ${growing}`}
        style={{ "--votes": results.no } as CSSProperties}
      />
    </div>
  );
}
