import { PageHeading } from "../components/page-heading.tsx";
import { PageSection } from "../components/page-section.tsx";
import { ConnectedAccounts } from "../identity/connected-accounts.tsx";
import { OwnPassword } from "../identity/own-password.tsx";
import { Passkeys } from "../identity/passkeys.tsx";
import { ProfileTabs } from "../identity/profile-tabs.tsx";
import { SecondFactorDemand } from "../identity/second-factor-demand.tsx";
import { useSession } from "../identity/session.tsx";
import { SessionList } from "../identity/session-list.tsx";
import { TwoFactor } from "../identity/two-factor.tsx";
import { OwnEvents } from "../security-events/own-events.tsx";

function SecurityPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <div className="page grid gap-10">
      <PageHeading
        title="Security"
        lead="How you log in, where you are logged in, and what has happened to your account."
      />
      <ProfileTabs />
      <SecondFactorDemand />
      <div className="grid">
        <PageSection
          title="Password"
          lead="Changing it ends every session but this one. We tell you by mail whenever it changes."
        >
          <OwnPassword email={user.email} />
        </PageSection>
        <PageSection
          title="Second factor"
          lead="Something you have, in addition to something you know. We tell you by mail when it is switched off."
        >
          <div className="grid gap-10">
            <TwoFactor />
            <Passkeys />
          </div>
        </PageSection>
        <PageSection
          title="Where you are logged in"
          lead="Every browser and device with your account open. End those you don't recognise or no longer use."
        >
          <SessionList />
        </PageSection>
        <PageSection
          title="Connected accounts"
          lead="Accounts of other sites that let you log in here."
        >
          <ConnectedAccounts />
        </PageSection>
        <PageSection
          title="Recent events"
          lead="What happened to your account in the last half year. If something was not you, change your password."
        >
          <OwnEvents />
        </PageSection>
      </div>
    </div>
  );
}

export { SecurityPage as Component };
