import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import * as t from "#words/webhooks";
import { pages } from "../../../contract/pages.ts";
import { fillPath, type Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { Secret } from "../../components/secret.tsx";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { readOf } from "../../lib/route-queries.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { sayState, secretWords } from "./words.ts";

export function OwnWebhooks() {
  const { data, error, refetch } = useQuery(readOf(routes.listWebhooks));
  if (error && !data) return <RetryNotice title={t.unknown} problem={error} onRetry={refetch} />;
  if (!data) return <div className="skeleton h-40 rounded-panel" />;
  if (data.length === 0) {
    return <EmptyState title={t.none} text={t.listedHere} />;
  }
  return (
    <ul className="grid border-t border-base-300">
      {data.map((webhook) => (
        <li key={webhook.id} className="border-b border-base-300 py-4">
          <Link
            to={fillPath(pages.webhook, { id: webhook.id })}
            className="link font-semibold wrap-anywhere"
            dir="ltr"
          >
            {webhook.url}
          </Link>
          <p dir="auto" className="wrap-anywhere">
            {webhook.description}
          </p>
          <p className="text-muted">{sayState(webhook)}</p>
        </li>
      ))}
    </ul>
  );
}

export function NewWebhook() {
  const create = useRouteMutation(routes.createWebhook);
  const [made, setMade] = useState<Reply<typeof routes.createWebhook> | null>(null);
  if (made) {
    return <Secret value={made.secret} words={secretWords} onKept={() => setMade(null)} />;
  }
  return (
    <WebhookForm
      isNew
      start={{ url: "", description: "", events: [], signature: "v1" }}
      action={t.make}
      notDone={t.notMade}
      onSend={async (body) => setMade(await create.mutateAsync({ body }))}
    />
  );
}
