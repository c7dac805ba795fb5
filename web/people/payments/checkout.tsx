import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import * as t from "#words/checkout";
import { lazyPart } from "../../components/lazy-page.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { sentences } from "../../lib/sentences.ts";
import { useSession } from "../identity/session.tsx";
import { chargeMemory } from "./charge-memory.ts";
import type { ProviderFormProps } from "./pay-form.tsx";
import { gatewayQuery, paymentIntentQuery } from "./queries.ts";
import { SendCharge } from "./send-charge.tsx";

const SandboxForm = lazyPart(async () => ({
  default: (await import("./sandbox-form.tsx")).SandboxForm,
}));
const StripeForm = lazyPart(async () => ({
  default: (await import("./stripe-form.tsx")).StripeForm,
}));

/** First the card is charged, then the charge is recorded. A reload continues at the same step. */
export function Checkout({ payer }: Pick<ProviderFormProps, "payer">) {
  const [transactionId, setTransactionId] = useState(() => chargeMemory.recall(payer.email));

  if (transactionId) {
    return (
      <SendCharge
        charge={{ ...payer, transactionId }}
        onRefused={() => {
          chargeMemory.forget(payer.email);
          setTransactionId(null);
        }}
      />
    );
  }
  return (
    <CardPayment
      payer={payer}
      onPaid={(paid) => {
        chargeMemory.remember(payer.email, paid);
        setTransactionId(paid);
      }}
    />
  );
}

function CardPayment(props: Omit<ProviderFormProps, "clientSecret">) {
  const { refreshStanding } = useSession();
  const gateway = useQuery(gatewayQuery);
  const intent = useQuery(paymentIntentQuery);
  const problem = gateway.error ?? intent.error;

  // They became a pro user after this page was loaded: in another tab, or by the webhook.
  const refresh = useEffectEvent(() => refreshStanding().catch(console.error));
  const isPro = problem instanceof ApiProblem && problem.code === "conflict";
  useEffect(() => {
    if (isPro) void refresh();
  }, [isPro]);

  if (problem) {
    const retry = () => void (gateway.error ? gateway.refetch() : intent.refetch());
    return (
      <RetryNotice title={t.notPossible} onRetry={retry}>
        <p>{sentences(problem.message, isPro ? "" : t.nothingCharged)}</p>
      </RetryNotice>
    );
  }
  if (!gateway.data) return <FormSkeleton />;
  const form = { ...props, clientSecret: intent.data?.clientSecret };
  return (
    <Suspense fallback={<FormSkeleton />}>
      {gateway.data.kind === "stripe" ? (
        <StripeForm {...form} publishableKey={gateway.data.publishableKey} />
      ) : (
        <SandboxForm {...form} />
      )}
    </Suspense>
  );
}

function FormSkeleton() {
  return (
    <div className="grid gap-5">
      <p role="status" className="text-muted">
        {t.preparing}
      </p>
      <span className="skeleton h-19" aria-hidden="true" />
      <span className="skeleton h-19" aria-hidden="true" />
      <span className="skeleton h-11" aria-hidden="true" />
    </div>
  );
}
