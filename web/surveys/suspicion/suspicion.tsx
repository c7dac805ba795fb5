import { useQuery } from "@tanstack/react-query";
import * as t from "#words/suspicion";
import { routes } from "../../../contract/routes.ts";
import { LOOK_BACK_DAYS } from "../../../contract/suspicion-limits.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { readOf } from "../../lib/route-queries.ts";
import { FindingCard } from "./finding-card.tsx";
import { SetAsides } from "./set-asides.tsx";

/** What stands out in the votes of a survey, and what was done about it. */
export function Suspicion({ surveyId }: { surveyId: string }) {
  const input = { params: { id: surveyId } };
  const { data, error, refetch } = useQuery(readOf(routes.readSuspicion, input));
  if (!data && error) {
    return <RetryNotice title={t.notShown} problem={error} onRetry={refetch} />;
  }
  if (!data) return <div role="status" aria-label={t.looking} className="skeleton h-96" />;
  const { title, language, ballot, votes, setAside, lookedAt, findings, groups } = data;
  const isSecret = ballot === "secret";
  return (
    <>
      <div className="grid gap-1">
        <p lang={language} dir="auto" className="font-display text-xl font-semibold text-balance">
          {title}
        </p>
        <p className="text-muted">
          {t.counted({ votes, setAside, lookedAt, days: LOOK_BACK_DAYS })}
        </p>
        {isSecret && <p className="max-w-prose text-pretty">{t.secretBallot}</p>}
      </div>
      {findings.length === 0 ? (
        <EmptyState title={t.nothing} text={t.looksUsual} />
      ) : (
        <div className="grid gap-12">
          {findings.map((finding) => (
            <FindingCard
              key={`${finding.kind} ${finding.key}`}
              surveyId={surveyId}
              finding={finding}
              isSecret={isSecret}
            />
          ))}
        </div>
      )}
      <SetAsides surveyId={surveyId} groups={groups} />
    </>
  );
}
