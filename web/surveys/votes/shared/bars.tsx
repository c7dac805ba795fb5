import type { ReactNode } from "react";
import * as common from "#words/common";
import * as t from "#words/tally";
import { yourVote } from "#words/votes";
import { sharesOf } from "../../../../contract/results.ts";
import type { Results } from "./live-results.ts";
import { sayResult } from "./say-result.ts";
import { VoteBadge } from "./vote-badge.tsx";
import { VoteBar } from "./vote-bar.tsx";

interface BarsProps {
  results: Results;
  ownVote?: "yes" | "no" | null;
}

/** A result: the shares, the bar, and what they say in words. */
export function Bars({ results, ownVote }: BarsProps) {
  const shares = sharesOf(results) ?? { yes: 0, no: 0 };
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2">
        <Side word={common.votes.yes} colour="text-yes" share={shares.yes} votes={results.yes}>
          {ownVote === "yes" && <OwnVote />}
        </Side>
        <Side
          word={common.votes.no}
          colour="text-no"
          share={shares.no}
          votes={results.no}
          className="justify-items-end text-end"
        >
          {ownVote === "no" && <OwnVote />}
        </Side>
      </div>
      <VoteBar results={results} className="h-10" />
      <p>{sayResult(results)}</p>
    </div>
  );
}

interface SideProps {
  word: string;
  colour: string;
  share: number;
  votes: number;
  className?: string;
  children: ReactNode;
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
        <span className="block text-subtitle">{word}</span> {t.share({ share })}
      </p>
      <p className="text-muted tabular-nums">{t.sideVotes({ votes })}</p>
      {children}
    </div>
  );
}

function OwnVote() {
  return <VoteBadge className="mt-1">{yourVote}</VoteBadge>;
}
