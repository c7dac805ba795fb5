import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as common from "#words/common";
import * as downloads from "#words/downloads";
import { categories as categoryLabels } from "#words/labels";
import * as t from "#words/responses";
import { countedTogether } from "#words/tally";
import {
  NEWEST_RECORDS,
  type ResponseGroup,
  type ResponseRecord,
} from "../../../contract/responses.ts";
import { sharesOf } from "../../../contract/results.ts";
import { routes } from "../../../contract/routes.ts";
import type { SurveyStatus } from "../../../contract/survey-status.ts";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { DownloadButtons } from "../../components/download-buttons.tsx";
import { EmailText } from "../../components/email-text.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import { PressButton } from "../../components/press-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { srOnly } from "../../components/sr-only.tsx";
import { downloadRoute } from "../../lib/download.ts";
import { sayName } from "../../lib/names.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { sentences } from "../../lib/sentences.ts";
import { StatusBadge } from "../publication/shared/status-badge.tsx";
import { HonestSentence } from "../votes/shared/honest-sentence.tsx";
import { sayResult } from "../votes/shared/say-result.ts";
import { VoteBar } from "../votes/shared/vote-bar.tsx";

interface ResponseGroupProps {
  group: ResponseGroup;
  labels: Record<SurveyStatus, string>;
}

/** One survey: its result, the newest responses, and a button for all of them. */
export function ResponseGroupItem({ group, labels }: ResponseGroupProps) {
  const { surveyItemId: id, title, info } = group;
  const total = group.totalVotesPerItem + group.setAside;
  const [showsAll, setShowsAll] = useState(false);
  return (
    <article className="grid gap-4">
      <div className="grid gap-5 rounded-panel bg-base-200 p-5 sm:p-6">
        <div className="grid gap-2">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <StatusBadge status={group.status} labels={labels} />
            <span className="text-sm text-muted">{categoryLabels[group.category]}</span>
          </p>
          <h2
            lang={group.language}
            dir="auto"
            className="font-display text-xl/tight font-bold tracking-tight text-balance"
          >
            {title}
          </h2>
          <p lang={group.language} dir="auto">
            {group.question}
          </p>
        </div>
        {total === 0 ? (
          <p className="text-muted">{t.surveyUnanswered}</p>
        ) : (
          <Totals group={group} />
        )}
      </div>
      {total > 0 && (
        <>
          {showsAll ? (
            <AllRecords surveyId={id} title={title} />
          ) : (
            <DataTable
              caption={t.newestOf({ title })}
              columns={columns}
              rows={info}
              rowKey={idOf}
            />
          )}
          <div className="flex flex-wrap items-start gap-2">
            {total > NEWEST_RECORDS && (
              <PressButton aria-expanded={showsAll} onPress={() => setShowsAll(!showsAll)}>
                {(showsAll ? t.showNewest : t.showAll)({ title, unseen: srOnly })}
              </PressButton>
            )}
            <DownloadButtons
              label={downloads.responsesTo.all({ title })}
              labelAs={(format) => downloads.responsesTo.as({ title, format })}
              download={(format) =>
                downloadRoute(routes.exportRecords, { params: { id }, query: { format } })
              }
            />
          </div>
        </>
      )}
    </article>
  );
}

function Totals({ group }: { group: ResponseGroup }) {
  const { yes, no, setAside, counting } = group;
  if (counting === "closing") return <p>{countedTogether}.</p>;
  const shares = sharesOf({ yes, no }) ?? { yes: 0, no: 0 };
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-6 tabular-nums">
        <span>
          {t.yesTotal({
            share: shares.yes,
            yes: (words) => (
              <strong className="font-display text-subtitle text-yes">{words}</strong>
            ),
            votes: yes,
            muted,
          })}
        </span>
        <span>
          {t.noTotal({
            share: shares.no,
            no: (words) => <strong className="font-display text-subtitle text-no">{words}</strong>,
            votes: no,
            muted,
          })}
        </span>
      </p>
      <VoteBar results={{ yes, no }} className="h-7" />
      <p className="text-sm text-muted">
        {sentences(
          sayResult({ yes, no }),
          setAside > 0 ? t.besidesSetAside({ votes: setAside }) : "",
        )}
      </p>
      <HonestSentence results={{ yes, no }} />
    </div>
  );
}

const muted = (words: string) => <span className="text-muted">{words}</span>;

function AllRecords({ surveyId, title }: { surveyId: string; title: string }) {
  const list = useInfiniteQuery(pagesOf(routes.listRecords, { params: { id: surveyId } }));
  return (
    <PagedTable
      list={list}
      kind="responses"
      empty={null}
      caption={t.allOf({ title })}
      columns={columns}
      rowKey={idOf}
    />
  );
}

const idOf = ({ _id }: ResponseRecord) => _id;

const columns: Column<ResponseRecord>[] = [
  {
    header: t.columns.who,
    cell: ({ userName, userEmail }) => (
      <>
        <bdi className="font-semibold">{sayName(userName)}</bdi>
        {/* Only admins get it. */}
        {userEmail && (
          <span className="block text-sm text-muted">
            <EmailText email={userEmail} />
          </span>
        )}
      </>
    ),
  },
  {
    header: t.columns.vote,
    cell: ({ vote, setAside }) => (
      <>
        <strong className={vote === "yes" ? "text-yes" : "text-no"}>{common.votes[vote]}</strong>
        {setAside && <span className="block text-sm text-muted">{t.setAside}</span>}
      </>
    ),
  },
  { header: t.columns.report, cell: ({ report }) => report && <bdi>{report}</bdi> },
  {
    header: t.columns.when,
    cell: ({ timestamp }) => (
      <span className="whitespace-nowrap">
        <RelativeTime timestamp={timestamp} />
      </span>
    ),
  },
];
