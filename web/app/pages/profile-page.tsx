import * as t from "#words/profile";
import { PageHeading } from "../../components/page-heading.tsx";
import { PageSection } from "../../components/page-section.tsx";
import { DeleteAccount } from "../../people/identity/delete-account.tsx";
import { EmailConfirmation } from "../../people/identity/email-confirmation.tsx";
import { LogoutButton } from "../../people/identity/logout-button.tsx";
import { ProfileForm } from "../../people/identity/profile-form.tsx";
import { ProfileTabs } from "../../people/identity/profile-tabs.tsx";
import { useSession } from "../../people/identity/session.tsx";
import { DownloadOwnData } from "../../people/personal-data/own-data.tsx";

function ProfilePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <div className="page grid gap-10">
      <PageHeading title={t.title} lead={t.lead} />
      <ProfileTabs />
      <div className="grid gap-12 lg:grid-cols-2 lg:gap-20">
        <ProfileForm key={user.email} user={user} />
        <section className="grid content-start gap-4">
          <h2 className="font-display text-subtitle">{t.yourEmail}</h2>
          <EmailConfirmation user={user} />
          <LogoutButton className="btn-outline justify-self-start" />
        </section>
      </div>
      <div className="grid">
        <PageSection title={t.yourData} lead={t.yourDataLead}>
          <DownloadOwnData />
        </PageSection>
        <PageSection title={t.leave} lead={t.leaveLead}>
          <DeleteAccount />
        </PageSection>
      </div>
    </div>
  );
}

export { ProfilePage as Component };
