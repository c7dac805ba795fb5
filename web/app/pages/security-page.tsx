import * as t from "#words/securityPage";
import { PageHeading } from "../../components/page-heading.tsx";
import { PageSection } from "../../components/page-section.tsx";
import { ConnectedAccounts } from "../../people/identity/connected-accounts.tsx";
import { OwnPassword } from "../../people/identity/own-password.tsx";
import { Passkeys } from "../../people/identity/passkeys.tsx";
import { ProfileTabs } from "../../people/identity/profile-tabs.tsx";
import { SecondFactorDemand } from "../../people/identity/second-factor-demand.tsx";
import { useSession } from "../../people/identity/session.tsx";
import { SessionList } from "../../people/identity/session-list.tsx";
import { TwoFactor } from "../../people/identity/two-factor.tsx";
import { OwnEvents } from "../../people/security-events/own-events.tsx";

function SecurityPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <div className="page grid gap-10">
      <PageHeading title={t.title} lead={t.lead} />
      <ProfileTabs />
      <SecondFactorDemand />
      <div className="grid">
        <PageSection title={t.password} lead={t.passwordLead}>
          <OwnPassword email={user.email} />
        </PageSection>
        <PageSection title={t.secondFactor} lead={t.secondFactorLead}>
          <div className="grid gap-10">
            <TwoFactor />
            <Passkeys />
          </div>
        </PageSection>
        <PageSection title={t.sessions} lead={t.sessionsLead}>
          <SessionList />
        </PageSection>
        <PageSection title={t.accounts} lead={t.accountsLead}>
          <ConnectedAccounts />
        </PageSection>
        <PageSection title={t.events} lead={t.eventsLead}>
          <OwnEvents />
        </PageSection>
      </div>
    </div>
  );
}

export { SecurityPage as Component };
