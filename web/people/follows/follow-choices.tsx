import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as t from "#words/news";
import { followedKinds } from "../../../contract/follows.ts";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { readOf } from "../../lib/route-queries.ts";

/** A survey, its surveyor, its category: each is followed or not by one press. */
export default function FollowChoices({ surveyId: id }: { surveyId: string }) {
  const { data, error, refetch } = useQuery(readOf(routes.readFollowed, { params: { id } }));
  const change = useRouteMutation(routes.follow);
  if (error) return <RetryNotice title={t.unread} problem={error} onRetry={refetch} />;
  // As it is being saved.
  const next = change.isPending ? change.variables.body : undefined;
  return (
    <div className="grid gap-1 py-2" aria-busy={!data}>
      {followedKinds.map((kind) => (
        <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-primary"
            checked={(next?.kind === kind ? next.on : data?.[kind]) ?? false}
            disabled={!data}
            onChange={({ currentTarget: { checked: on } }) => {
              if (change.isPending) return;
              const saving = change.mutateAsync({ params: { id }, body: { kind, on } });
              void saving.catch((problem: Error) => alerts.failed(t.notSaved, problem));
            }}
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
