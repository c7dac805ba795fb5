import type { ReactNode } from "react";
import * as t from "#words/payments";
import { EmailText } from "../../components/email-text.tsx";
import { FullTime } from "../../components/full-time.tsx";
import { Logo } from "../../components/logo.tsx";
import { sayPrice } from "../../lib/format.ts";
import { useBrand } from "../../lib/settings.ts";
import type { Payment } from "./queries.ts";

/** A receipt that looks the same on screen and on paper. */
export function PaymentReceipt({ payment }: { payment: Payment }) {
  return (
    <article className="grid gap-8 rounded-panel border border-base-300 p-6 sm:p-10 print:border-0 print:p-0">
      <header className="flex flex-wrap items-center justify-between gap-4 border-b border-base-300 pb-6">
        <p className="flex items-center gap-2.5 font-display text-xl font-extrabold tracking-tight">
          <Logo />
          <bdi>{useBrand().name}</bdi>
        </p>
        <p className="badge badge-success badge-soft font-bold">{t.paid}</p>
      </header>
      <dl className="grid gap-5 sm:grid-cols-[10rem_1fr] sm:gap-x-6 sm:gap-y-4">
        <Entry name={t.paidBy}>
          <bdi>{payment.name}</bdi>
          <br />
          <EmailText email={payment.email} />
        </Entry>
        <Entry name={t.date}>
          <FullTime timestamp={payment.timestamp} />
        </Entry>
        <Entry name={t.paidFor}>{t.becomingPro}</Entry>
        <Entry name={t.transaction}>
          <span dir="ltr" className="break-all">
            {payment.transactionId}
          </span>
        </Entry>
        <Entry name={t.receiptNumber}>
          <span dir="ltr" className="break-all">
            {payment._id}
          </span>
        </Entry>
      </dl>
      <p className="flex items-baseline justify-between gap-4 border-t border-base-300 pt-6">
        <span className="font-semibold">{t.amount}</span>
        <span className="font-display text-title whitespace-nowrap">{sayPrice(payment.price)}</span>
      </p>
      {payment.transactionId.startsWith("sandbox_") && <p className="text-muted">{t.testCard}</p>}
    </article>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="-mb-5 text-muted sm:mb-0">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
