import type { ReactNode } from "react";
import * as common from "#words/common";
import * as t from "#words/receipts";
import { inGroups, type KeptReceipt } from "../../../record/receipt-file.ts";
import { Logo } from "../../components/logo.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { useBrand } from "../../lib/settings.ts";
import { checkAddress } from "./own-receipt.ts";
import { PromiseSentence } from "./promise-sentence.tsx";

/** A voter's receipt that looks the same on screen and on paper. */
export function PrintedReceipt({ kept }: { kept: KeptReceipt }) {
  return (
    <article className="grid gap-8 rounded-panel border border-base-300 p-6 sm:p-10 print:border-0 print:p-0">
      <header className="grid gap-4 border-b border-base-300 pb-6">
        <p className="flex items-center gap-2.5 font-display text-xl font-extrabold tracking-tight">
          <Logo />
          <bdi>{useBrand().name}</bdi>
        </p>
        <h2 dir="auto" lang={kept.language} className="font-display text-subtitle text-balance">
          {kept.title}
        </h2>
      </header>
      <div className="grid gap-8 sm:grid-cols-[1fr_14rem] print:grid-cols-[1fr_6.5cm]">
        <dl className="grid content-start gap-5">
          <Entry name={t.yourVote}>
            <span className="font-display text-subtitle">{common.votes[kept.choice]}</span>
          </Entry>
          <Entry name={t.receipt}>
            <span dir="ltr" className="block max-w-[19ch] font-mono text-lg wrap-normal">
              {inGroups(kept.receipt)}
            </span>
          </Entry>
          <Entry name={t.promise}>
            <PromiseSentence promise={kept.promise} />
          </Entry>
          <Entry name={t.recordName}>
            <span dir="ltr" className="text-sm break-all">
              {kept.origin}
            </span>
          </Entry>
          <Entry name={t.siteKey}>
            <span dir="ltr" className="font-mono text-sm break-all">
              {kept.keys[0]}
            </span>
          </Entry>
        </dl>
        <div className="grid max-w-56 content-start gap-2 print:max-w-none">
          <QrCode text={checkAddress(kept)} label={t.qrCode} />
          <p className="text-sm text-muted">{t.scan}</p>
        </div>
      </div>
      <p className="border-t border-base-300 pt-6 text-sm text-muted text-pretty">
        {t.printKeepToYourself}
      </p>
    </article>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
