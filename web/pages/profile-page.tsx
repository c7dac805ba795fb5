import { PageHeading } from "../components/page-heading.tsx";
import { EmailConfirmation } from "../identity/email-confirmation.tsx";
import { LogoutButton } from "../identity/logout-button.tsx";
import { Passkeys } from "../identity/passkeys.tsx";
import { ProfileForm } from "../identity/profile-form.tsx";
import { SecondFactorDemand } from "../identity/second-factor-demand.tsx";
import { useSession } from "../identity/session.tsx";
import { TwoFactor } from "../identity/two-factor.tsx";

function ProfilePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <div className="page grid gap-10">
      <PageHeading title="Your profile" lead="Your name and photo, as others see them here." />
      <SecondFactorDemand />
      <div className="grid gap-12 lg:grid-cols-2 lg:gap-20">
        <ProfileForm key={user.email} user={user} />
        <section className="grid content-start gap-4">
          <h2 className="font-display text-subtitle">Your e-mail</h2>
          <EmailConfirmation user={user} />
          <LogoutButton className="btn-outline justify-self-start" />
        </section>
      </div>
      <section className="grid gap-6">
        <h2 className="font-display text-subtitle">Security</h2>
        <div className="grid gap-12 lg:grid-cols-2 lg:gap-20">
          <TwoFactor />
          <Passkeys />
        </div>
      </section>
    </div>
  );
}

export { ProfilePage as Component };
