import { useQuery } from "@tanstack/react-query";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { Notice } from "../components/notice.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { RetryNotice } from "../components/retry-notice.tsx";
import { alerts } from "../lib/alerts.ts";
import { useRouteMutation } from "../lib/route-mutation.ts";
import { readOf } from "../lib/route-queries.ts";
import { AskForm } from "./ask-form.tsx";

/** The way to ask; once somebody has asked, what they wrote and the way to withdraw it. */
export function OwnRequest() {
  const { data, error, refetch } = useQuery(readOf(routes.readOwnRequest));
  if (!data && error) {
    return <RetryNotice title="We can't look up your request" problem={error} onRetry={refetch} />;
  }
  if (!data) return <div role="status" aria-label="Looking it up" className="skeleton h-64" />;
  return data.request ? <Waiting request={data.request} /> : <AskForm />;
}

type Request = NonNullable<Reply<typeof routes.readOwnRequest>["request"]>;

function Waiting({ request }: { request: Request }) {
  const withdraw = useRouteMutation(routes.withdrawRequest);

  function press() {
    void alerts.outcome(withdraw.mutateAsync({}), {
      done: "Your request is withdrawn",
      failed: "Your request is not withdrawn",
    });
  }

  return (
    <div className="grid max-w-prose gap-5">
      <Notice tone="info">
        <p className="font-semibold">Your request waits for an admin</p>
        <p>The bell above and a mail will tell you what they decide.</p>
      </Notice>
      <figure className="grid gap-1.5">
        <figcaption className="text-sm text-muted">
          You wrote <RelativeTime timestamp={request.timestamp} />:
        </figcaption>
        <blockquote className="border-s-4 border-muted ps-4 wrap-anywhere whitespace-pre-line">
          {request.reason}
        </blockquote>
      </figure>
      <button
        type="button"
        className="btn btn-outline justify-self-start"
        aria-busy={withdraw.isPending}
        onClick={() => !withdraw.isPending && press()}
      >
        Withdraw my request
      </button>
    </div>
  );
}
