import { privacy as t } from "#words/legal";
import { pages } from "../../../contract/pages.ts";
import { linkTo } from "../../components/link-to.tsx";
import { ProseSection } from "../../components/prose-section.tsx";
import { LegalText } from "./legal-text.tsx";

const list = "grid list-disc gap-2 ps-5";

export function Privacy() {
  return (
    <LegalText title={t.title} lead={t.lead}>
      <ProseSection title={t.account}>
        <p>{t.accountStored}</p>
        <p>{t.accountSeen}</p>
      </ProseSection>
      <ProseSection title={t.votes}>
        <p>{t.votesSeen}</p>
        <p>{t.writingsSeen}</p>
        <p>{t.votesInRecord}</p>
      </ProseSection>
      <ProseSection title={t.network}>
        <ul className={list}>
          <li>{t.networkOfVotes}</li>
          <li>{t.networkOfLogIns}</li>
          <li>{t.networkOfSecurityEvents}</li>
          <li>{t.networkOfAttempts}</li>
        </ul>
      </ProseSection>
      <ProseSection title={t.payments}>
        <p>{t.paymentsStored}</p>
      </ProseSection>
      <ProseSection title={t.browser}>
        <p>{t.cookies}</p>
        <p>{t.photos}</p>
      </ProseSection>
      <ProseSection title={t.mails}>
        <p>{t.mailsSent}</p>
      </ProseSection>
      <ProseSection title={t.reasons}>
        <p>{t.reasonsGiven}</p>
        <p>{t.nothingSold}</p>
      </ProseSection>
      <ProseSection title={t.rights}>
        <ul className={list}>
          <li>{t.downloadAll({ profile: linkTo(pages.profile) })}</li>
          <li>{t.changeName}</li>
          <li>{t.deleteAccount}</li>
          <li>{t.askOperator}</li>
        </ul>
        <p>{t.backups}</p>
      </ProseSection>
    </LegalText>
  );
}
