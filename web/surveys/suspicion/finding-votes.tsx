import { useInfiniteQuery } from "@tanstack/react-query";
import * as t from "#words/suspicion";
import { routes } from "../../../contract/routes.ts";
import type { Finding, SuspiciousVote } from "../../../contract/suspicion.ts";
import type { Column } from "../../components/data-table.tsx";
import { EmailText } from "../../components/email-text.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { sayName } from "../../lib/names.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { sayMinute } from "./words.ts";

const columns: Column<SuspiciousVote>[] = [
  {
    header: t.voteColumns.who,
    cell: ({ userName, userEmail }) => (
      <>
        <bdi className="font-semibold">{sayName(userName)}</bdi>
        <span className="block text-sm wrap-anywhere text-muted">
          <EmailText email={userEmail} />
        </span>
      </>
    ),
  },
  { header: t.voteColumns.voted, cell: ({ timestamp }) => sayMinute(timestamp) },
  {
    header: t.voteColumns.registered,
    cell: ({ registered }) => <RelativeTime timestamp={registered} />,
  },
  {
    header: t.voteColumns.address,
    cell: ({ isVerified }) => (isVerified ? t.confirmed : t.unconfirmed),
  },
];

interface FindingVotesProps {
  surveyId: string;
  finding: Finding;
  title: string;
}

/** Whose votes a finding is about. */
export function FindingVotes({ surveyId, finding, title }: FindingVotesProps) {
  const { kind, key } = finding;
  const list = useInfiniteQuery(
    pagesOf(routes.listSuspicious, { params: { id: surveyId }, query: { kind, key } }),
  );
  return (
    <div className="grid gap-2 pt-2">
      <p className="max-w-prose text-muted">{t.setAsideTogether}</p>
      <PagedTable
        list={list}
        kind="votes"
        empty={null}
        caption={t.votesOf({ title })}
        columns={columns}
        rowKey={({ _id }) => _id}
      />
    </div>
  );
}
