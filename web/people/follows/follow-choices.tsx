import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as t from "#words/news";
import { type FollowedKind, followedKinds } from "../../../contract/follows.ts";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { changeReply, readOf } from "../../lib/route-queries.ts";

/** A survey, its surveyor, its category: each is followed or not by one press. */
export default function FollowChoices({ surveyId: id }: { surveyId: string }) {
  const { data, error, refetch } = useQuery(readOf(routes.readFollowed, { params: { id } }));
  const change = useRouteMutation(routes.follow);
  if (error) return <RetryNotice title={t.unread} problem={error} onRetry={refetch} />;

  /** Shown as chosen at once; the next read shows what is stored. */
  function choose(kind: FollowedKind, on: boolean) {
    const input = { params: { id } };
    changeReply(routes.readFollowed, input, { [kind]: on });
    change.mutateAsync({ ...input, body: { kind, on } }).catch((problem: Error) => {
      changeReply(routes.readFollowed, input, { [kind]: !on });
      void alerts.failed(t.notSaved, problem);
    });
  }

  return (
    <div className="grid gap-1 py-2" aria-busy={!data}>
      {followedKinds.map((kind) => (
        <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-primary"
            checked={data?.[kind] ?? false}
            disabled={!data}
            onChange={({ currentTarget }) => choose(kind, currentTarget.checked)}
          />
          <span>{t.of[kind]}</span>
        </label>
      ))}
      <Link to={pages.news} className="link justify-self-start py-1.5">
        {t.toSettings}
      </Link>
    </div>
  );
}
