import { useInfiniteQuery } from "@tanstack/react-query";
import { routes } from "../../contract/routes.ts";
import type { Finding, SuspiciousVote } from "../../contract/suspicion.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { pagesOf } from "../lib/route-queries.ts";
import { sayMinute } from "./words.ts";

interface FindingVotesProps {
  surveyId: string;
  finding: Finding;
  title: string;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The votes of a finding, each of which can be chosen. */
export function FindingVotes({ surveyId, finding, title, chosen, onChoose }: FindingVotesProps) {
  const { kind, key } = finding;
  const list = useInfiniteQuery(
    pagesOf(routes.listSuspicious, { params: { id: surveyId }, query: { kind, key } }),
  );

  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  }

  const columns: Column<SuspiciousVote>[] = [
    {
      header: "Who",
      cell: ({ _id, userName, userEmail }) => (
        <label className="flex cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            className="checkbox mt-0.5 shrink-0"
            checked={chosen.has(_id)}
            onChange={() => toggle(_id)}
          />
          <span className="min-w-0">
            <span className="font-semibold">{userName}</span>
            <span className="block text-sm wrap-anywhere text-muted">{userEmail}</span>
          </span>
        </label>
      ),
    },
    { header: "Vote", cell: ({ vote }) => (vote === "yes" ? "Yes" : "No") },
    { header: "Voted", cell: ({ timestamp }) => sayMinute(timestamp) },
    { header: "Registered", cell: ({ registered }) => <RelativeTime timestamp={registered} /> },
    { header: "Address", cell: ({ isVerified }) => (isVerified ? "Confirmed" : "Unconfirmed") },
  ];
  return (
    <div className="grid gap-2 pt-2">
      <p className="text-muted">Choose some to set aside only those.</p>
      <PagedList list={list} noun={["vote", "votes"]} empty={null}>
        {(votes, ref) => (
          <DataTable
            caption={`Votes of ${title}`}
            columns={columns}
            rows={votes}
            rowKey={({ _id }) => _id}
            ref={ref}
          />
        )}
      </PagedList>
    </div>
  );
}
