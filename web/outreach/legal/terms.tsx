import { terms as t } from "#words/legal";
import { pages } from "../../../contract/pages.ts";
import { PRO_PRICE } from "../../../contract/payments.ts";
import { linkTo } from "../../components/link-to.tsx";
import { ProseSection } from "../../components/prose-section.tsx";
import { sayDollars } from "../../lib/format.ts";
import { LegalText } from "./legal-text.tsx";

export function Terms() {
  return (
    <LegalText title={t.title} lead={t.lead}>
      <ProseSection title={t.account}>
        <p>{t.oneAccount}</p>
      </ProseSection>
      <ProseSection title={t.votes}>
        <p>{t.oneVote}</p>
        <p>{t.results({ link: linkTo(pages.aboutResults) })}</p>
      </ProseSection>
      <ProseSection title={t.writings}>
        <p>{t.writingsAreYours}</p>
        <p>{t.openData}</p>
      </ProseSection>
      <ProseSection title={t.pro}>
        <p>{t.proPrice({ price: sayDollars(PRO_PRICE), refunds: linkTo(pages.refunds) })}</p>
      </ProseSection>
      <ProseSection title={t.end}>
        <p>{t.deletion}</p>
      </ProseSection>
      <ProseSection title={t.notPromised}>
        <p>{t.withCare}</p>
      </ProseSection>
    </LegalText>
  );
}
