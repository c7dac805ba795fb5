interface VoteBarProps {
  results: { yes: number; no: number };
  /** Its height. */
  className: string;
}

/**
 * Yes is filled and no is hollow, for colour-blind people and where a reader's own colours replace
 * ours. A side without votes is not drawn. Show the numbers beside it.
 */
export function VoteBar({ results: { yes, no }, className }: VoteBarProps) {
  const side =
    "min-w-5 grow-(--votes) first:rounded-s-field last:rounded-e-field starting:opacity-0 motion-safe:transition-[flex-grow,opacity] motion-safe:duration-700";
  return (
    <div aria-hidden="true" className={`flex gap-1.5 noscript:hidden ${className}`}>
      {yes > 0 && (
        <span ref={growBy(yes)} className={`bg-yes forced-colors:bg-[CanvasText] ${side}`} />
      )}
      {no > 0 && <span ref={growBy(no)} className={`border-8 border-no ${side}`} />}
    </div>
  );
}

/** By a script: the site's policy refuses styles that stand in the HTML of the server. */
function growBy(votes: number) {
  return (side: HTMLSpanElement | null) => side?.style.setProperty("--votes", String(votes));
}
