import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import * as t from "#words/checkout";
import { pages } from "../../../contract/pages.ts";
import { PRO_PRICE } from "../../../contract/payments.ts";
import { SubmitButton } from "../../components/form.tsx";
import { newTabTo } from "../../components/link-to.tsx";
import { sayDollars } from "../../lib/format.ts";

/** The props of every provider's form. */
export interface ProviderFormProps {
  payer: { email: string; name: string };
  /** Undefined until the server has opened the payment. */
  clientSecret: string | undefined;
  onPaid: (transactionId: string) => void;
}

interface PayFormProps extends Omit<ProviderFormProps, "payer"> {
  /**
   * Charges the card. Resolves to the transaction's id, or rejects with a message for people.
   * Null until the provider's client is ready.
   */
  confirm: ((clientSecret: string) => Promise<string>) | null;
  fields: (locked: boolean) => ReactNode;
}

/** The part that all providers share: one payment at a time, and the card's error below it. */
export function PayForm({ clientSecret, confirm, onPaid, fields }: PayFormProps) {
  const payment = useMutation({
    mutationFn: async () => {
      if (clientSecret && confirm) onPaid(await confirm(clientSecret));
    },
    onError: (error) => console.warn("The card was not charged:", error.message),
  });
  const ready = clientSecret !== undefined && confirm !== null;
  const locked = !ready || payment.isPending;
  const form = useRef<HTMLFormElement>(null);

  // The focused field was disabled during the payment and has lost the focus.
  useEffect(() => {
    if (!payment.error) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (wrong ?? form.current?.querySelector<HTMLElement>("[type=submit]"))?.focus();
  }, [payment.error]);

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!locked) payment.mutate();
      }}
    >
      <fieldset disabled={locked} className="grid gap-5">
        <legend className="sr-only">{t.yourCard}</legend>
        {fields(locked)}
      </fieldset>
      <p className="text-sm text-muted">
        {t.accept({ terms: newTabTo(pages.terms), refunds: newTabTo(pages.refunds) })}
      </p>
      <SubmitButton busy={locked}>
        {payment.isPending
          ? t.paying
          : ready
            ? t.pay({ price: sayDollars(PRO_PRICE) })
            : t.oneMoment}
      </SubmitButton>
      <p role="alert" className="font-medium text-error empty:hidden">
        {payment.error?.message}
      </p>
    </form>
  );
}
