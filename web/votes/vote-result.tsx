import { count } from "../lib/count.ts";
import { type Connection, type Results, useLiveResults } from "./live-results.ts";
import { sayOutcome, sharesOf } from "./shared/shares.ts";
import { VoteBar } from "./shared/vote-bar.tsx";

interface VoteResultProps {
  survey: { _id: string; question: string };
  ownVote: "yes" | "no";
  /** Null until the server has sent them. */
  results: Results | null;
}

export function VoteResult({ survey, ownVote, results }: VoteResultProps) {
  const connection = useLiveResults(survey._id);
  return (
    <section aria-labelledby="result" className="grid gap-5">
      <h2 id="result" className="font-display text-subtitle text-balance">
        {survey.question}
      </h2>
      {results ? (
        <Bars results={results} ownVote={ownVote} />
      ) : (
        <progress className="progress progress-primary" aria-label="Counting the votes" />
      )}
      <ConnectionStatus connection={connection} />
    </section>
  );
}

function Bars({ results, ownVote }: { results: Results; ownVote: "yes" | "no" }) {
  const shares = sharesOf(results) ?? { yes: 0, no: 0 };
  const total = results.yes + results.no;
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2">
        <Side word="Yes" colour="text-yes" share={shares.yes} votes={results.yes}>
          {ownVote === "yes" && <OwnVote />}
        </Side>
        <Side
          word="No"
          colour="text-no"
          share={shares.no}
          votes={results.no}
          className="justify-items-end text-end"
        >
          {ownVote === "no" && <OwnVote />}
        </Side>
      </div>
      <VoteBar results={results} className="h-10" />
      <p>
        <strong>{total.toLocaleString("en-GB")}</strong> {total === 1 ? "vote" : "votes"}.{" "}
        {sayOutcome(results)}
      </p>
    </div>
  );
}

interface SideProps {
  word: string;
  colour: string;
  share: number;
  votes: number;
  className?: string;
  children: React.ReactNode;
}

function Side({
  word,
  colour,
  share,
  votes,
  className = "justify-items-start",
  children,
}: SideProps) {
  return (
    <div className={`grid content-start gap-1 ${className}`}>
      <p className={`font-display text-title tabular-nums ${colour}`}>
        <span className="block text-subtitle">{word}</span> {share}%
      </p>
      <p className="text-muted tabular-nums">{count(votes, "vote")}</p>
      {children}
    </div>
  );
}

function OwnVote() {
  return (
    <span className="badge badge-neutral mt-1 gap-1.5 font-semibold">
      <svg viewBox="0 0 16 16" className="size-3.5" aria-hidden="true">
        <path d="m3 8.5 3.5 3.5L13 4.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
      </svg>
      Your vote
    </span>
  );
}

const statusText: Record<Connection, string> = {
  connecting: "Connecting …",
  live: "Live: this moves as others vote.",
  reconnecting: "Reconnecting. The numbers may be a little behind.",
  ended: "Not live any more. Reload the page for new numbers.",
};

function ConnectionStatus({ connection }: { connection: Connection }) {
  const isLive = connection === "live";
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted">
      <span
        aria-hidden="true"
        className={`size-2.5 rounded-full ${isLive ? "bg-success motion-safe:animate-pulse" : "border-2 border-warning"}`}
      />
      {statusText[connection]}
    </p>
  );
}
