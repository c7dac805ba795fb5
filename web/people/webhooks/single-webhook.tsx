import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import * as t from "#words/webhooks";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import type { WebhookEvent } from "../../../contract/webhooks.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageSection } from "../../components/page-section.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { Secret } from "../../components/secret.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { dropReads, readOf } from "../../lib/route-queries.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { sayState, secretWords, type Webhook } from "./words.ts";

export function SingleWebhook({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(readOf(routes.listWebhooks));
  if (error && !data) return <RetryNotice title={t.unknown} problem={error} onRetry={refetch} />;
  if (!data) return <div className="skeleton h-40 rounded-panel" />;
  const webhook = data.find((one) => one.id === id);
  if (!webhook) {
    return <EmptyState title={t.gone} text={t.goneMeans} />;
  }
  return (
    <div className="grid">
      <PageSection title={t.deliveries} lead={t.deliveriesLead}>
        <DeliveryList webhook={webhook} />
      </PageSection>
      <PageSection title={t.settings} lead={sayState(webhook)}>
        <Settings webhook={webhook} />
      </PageSection>
    </div>
  );
}

function Settings({ webhook }: { webhook: Webhook }) {
  const { id, url, description, enabled, signature } = webhook;
  const params = { id };
  const change = useRouteMutation(routes.changeWebhook);
  const rotate = useRouteMutation(routes.rotateSecret);
  const remove = useRouteMutation(routes.deleteWebhook);
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const events = webhook.events as WebhookEvent[];

  const switchTo = (on: boolean) =>
    alerts.outcome(
      change.mutateAsync({ params, body: { url, description, events, enabled: on } }),
      { done: on ? t.isOn : t.isOff, failed: t.notSaved },
    );

  async function newSecret() {
    const question = { title: t.rotateQuestion, text: t.rotateMeans, action: t.rotate };
    if (!(await alerts.confirm(question))) return;
    try {
      setSecret((await rotate.mutateAsync({ params })).secret);
    } catch (error) {
      void alerts.failed(t.notSaved, error);
    }
  }

  async function end() {
    const question = { title: t.removeQuestion, text: t.removeMeans, action: t.remove };
    if (!(await alerts.confirm(question))) return;
    // First, so that nothing on the page asks for what is gone.
    await navigate(pages.webhooks);
    dropReads(routes.listDeliveries, { params });
    void alerts.outcome(remove.mutateAsync({ params }), {
      done: t.removed,
      failed: t.notRemoved,
    });
  }

  return (
    <div className="grid gap-8">
      <WebhookForm
        start={{ url, description, events, signature }}
        action={t.save}
        notDone={t.notSaved}
        onSend={async ({ signature: _kind, ...body }) => {
          await change.mutateAsync({ params, body: { ...body, enabled } });
          alerts.succeeded(t.saved);
        }}
      />
      {secret && <Secret value={secret} words={secretWords} onKept={() => setSecret(null)} />}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-outline" onClick={() => void switchTo(!enabled)}>
          {enabled ? t.switchOff : t.switchOn}
        </button>
        <button type="button" className="btn btn-outline" onClick={() => void newSecret()}>
          {t.rotate}
        </button>
        <button type="button" className="btn btn-ghost text-error" onClick={() => void end()}>
          {t.remove}
        </button>
      </div>
    </div>
  );
}
