import { CardElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
import type { PaymentIntentResult, StripeElementLocale } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import * as t from "#words/checkout";
import { pages } from "../../../contract/pages.ts";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { addressOf, ownLanguage, pagePath } from "../../lib/language.ts";
import { PayForm, type ProviderFormProps } from "./pay-form.tsx";
import { useElementStyle } from "./stripe-style.ts";

interface StripeFormProps extends ProviderFormProps {
  publishableKey: string;
}

export function StripeForm({ publishableKey, ...payment }: StripeFormProps) {
  const client = useQuery({
    queryKey: ["stripe-client", publishableKey],
    queryFn: () => loadClient(publishableKey),
    // One per page and key, because Stripe warns when it is loaded twice.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (client.isError) {
    return (
      <RetryNotice title={t.providerMissing} onRetry={() => client.refetch()}>
        <p>{t.checkConnection}</p>
      </RetryNotice>
    );
  }
  return (
    <Elements stripe={client.data ?? null}>
      <CardForm {...payment} />
    </Elements>
  );
}

/**
 * The Content-Security-Policy allows Stripe's script on this page alone, and a document keeps the
 * policy it was loaded with. People who come by a link from another page need a new document.
 */
async function loadClient(publishableKey: string) {
  const [arrival] = performance.getEntriesByType("navigation");
  if (arrival && pagePath(new URL(arrival.name).pathname) === pages.becomePro) {
    // A language that Stripe does not know is written in the browser's.
    return loadStripe(publishableKey, { locale: ownLanguage as StripeElementLocale });
  }
  if (pagePath(location.pathname) === pages.becomePro) location.reload();
  else location.replace(addressOf(pages.becomePro));
  return new Promise<never>(() => {});
}

function CardForm({ payer, ...payment }: ProviderFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [focused, setFocused] = useState(false);
  const labelId = useId();
  const style = useElementStyle();

  async function confirm(clientSecret: string): Promise<string> {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card) throw new ApiProblem("unavailable");
    const result = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card, billing_details: { name: payer.name, email: payer.email } },
    });
    return transactionOf(result);
  }

  return (
    <PayForm
      {...payment}
      confirm={stripe && ready ? confirm : null}
      fields={(locked) => (
        <div className="grid gap-1.5">
          <p id={labelId} className="font-semibold">
            {t.card}
          </p>
          <section
            aria-labelledby={labelId}
            className={`rounded-field border border-muted bg-base-100 px-3 py-3 ${focused ? "outline-3 outline-offset-2 outline-primary" : ""}`}
          >
            <CardElement
              options={{ style, disabled: locked }}
              onReady={() => setReady(true)}
              onFocus={() => setFocused(true)}
              onBlur={() => setFocused(false)}
            />
          </section>
          <p className="text-sm text-muted">{t.straightToStripe}</p>
        </div>
      )}
    />
  );
}

function transactionOf({ paymentIntent, error }: PaymentIntentResult): string {
  // The error may be that the payment is already done, in another tab or before a reload.
  const intent = paymentIntent ?? error.payment_intent;
  if (intent?.status === "succeeded") return intent.id;
  throw new ApiProblem("card_declined", {
    detail: intent?.status === "processing" ? t.bankBusy : error?.message,
  });
}
