import { refunds as t } from "#words/legal";
import { pages } from "../../../contract/pages.ts";
import { PRO_PRICE } from "../../../contract/payments.ts";
import { linkTo } from "../../components/link-to.tsx";
import { ProseSection } from "../../components/prose-section.tsx";
import { sayDollars } from "../../lib/format.ts";
import { LegalText } from "./legal-text.tsx";

export function Refunds() {
  return (
    <LegalText title={t.title} lead={t.lead({ price: sayDollars(PRO_PRICE) })}>
      <ProseSection title={t.when}>
        <p>{t.within14Days}</p>
        <p>{t.wronglyCharged}</p>
      </ProseSection>
      <ProseSection title={t.how}>
        <p>{t.writeToOperator({ receipt: linkTo(pages.paymentReceipt) })}</p>
      </ProseSection>
      <ProseSection title={t.afterwards}>
        <p>{t.normalUserAgain}</p>
      </ProseSection>
      <ProseSection title={t.failed}>
        <p>{t.failedCharges}</p>
      </ProseSection>
    </LegalText>
  );
}
