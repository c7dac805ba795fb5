import { useQuery } from "@tanstack/react-query";
import * as t from "#words/surveyorRequests";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { Notice } from "../../components/notice.tsx";
import { PressButton } from "../../components/press-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { readOf } from "../../lib/route-queries.ts";
import { AskForm } from "./ask-form.tsx";

/** The way to ask; once somebody has asked, what they wrote and the way to withdraw it. */
export function OwnRequest() {
  const { data, error, refetch } = useQuery(readOf(routes.readOwnRequest));
  if (!data && error) {
    return <RetryNotice title={t.unknown} problem={error} onRetry={refetch} />;
  }
  if (!data) return <div role="status" aria-label={t.lookingUp} className="skeleton h-64" />;
  return data.request ? <Waiting request={data.request} /> : <AskForm />;
}

type Request = NonNullable<Reply<typeof routes.readOwnRequest>["request"]>;

function Waiting({ request }: { request: Request }) {
  const withdraw = useRouteMutation(routes.withdrawRequest);

  const press = () =>
    alerts.outcome(withdraw.mutateAsync({}), { done: t.withdrawn, failed: t.notWithdrawn });

  return (
    <div className="grid max-w-prose gap-5">
      <Notice tone="info">
        <p className="font-semibold">{t.waits}</p>
        <p>{t.willBeTold}</p>
      </Notice>
      <figure className="grid gap-1.5">
        <figcaption className="text-sm text-muted">
          {t.youWrote({ time: () => <RelativeTime timestamp={request.timestamp} /> })}
        </figcaption>
        <blockquote
          dir="auto"
          className="border-s-4 border-muted ps-4 wrap-anywhere whitespace-pre-line"
        >
          {request.reason}
        </blockquote>
      </figure>
      <PressButton
        className="btn btn-outline justify-self-start"
        isBusy={withdraw.isPending}
        onPress={press}
      >
        {t.withdraw}
      </PressButton>
    </div>
  );
}
