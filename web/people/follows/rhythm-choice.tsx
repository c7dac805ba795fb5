import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as t from "#words/news";
import { type Rhythm, rhythms } from "../../../contract/follows.ts";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { Notice } from "../../components/notice.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { changeReply, readOf } from "../../lib/route-queries.ts";

/** How often news come by mail. It is saved as soon as it is chosen. */
export function RhythmChoice() {
  const { data, error, refetch } = useQuery(readOf(routes.readNewsSettings));
  const change = useRouteMutation(routes.setNewsSettings);
  if (error) return <RetryNotice title={t.unread} problem={error} onRetry={refetch} />;

  /** Shown as chosen at once; the next read shows what is stored. */
  function choose(rhythm: Rhythm) {
    changeReply(routes.readNewsSettings, {}, { rhythm });
    change.mutateAsync({ body: { rhythm } }).catch((problem: Error) => {
      void refetch();
      void alerts.failed(t.notSaved, problem);
    });
  }

  return (
    <div className="grid gap-4">
      {data?.isConfirmed === false && (
        <Notice
          tone="warning"
          actions={
            <Link to={pages.profile} className="btn btn-outline">
              {t.confirmIt}
            </Link>
          }
        >
          {t.unconfirmed}
        </Notice>
      )}
      {data?.isRefused && <Notice tone="warning">{t.refused}</Notice>}
      <fieldset aria-busy={!data} className="grid gap-1">
        <legend className="sr-only">{t.byMail}</legend>
        {rhythms.map((rhythm) => (
          <label key={rhythm} className="flex min-h-14 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="rhythm"
              className="size-5 shrink-0 accent-primary"
              checked={data?.rhythm === rhythm}
              disabled={!data}
              onChange={() => choose(rhythm)}
            />
            <span className="grid">
              <span className="font-semibold">{t.rhythms[rhythm]}</span>
              <span className="text-sm text-muted">{t.rhythmMeans[rhythm]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p role="status" className="min-h-6 text-muted">
        {change.isSuccess && t.saved}
      </p>
    </div>
  );
}
