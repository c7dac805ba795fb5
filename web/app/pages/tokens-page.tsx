import * as t from "#words/tokens";
import { PageHeading } from "../../components/page-heading.tsx";
import { PageSection } from "../../components/page-section.tsx";
import { ProfileTabs } from "../../people/identity/profile-tabs.tsx";
import { TokenForm } from "../../people/tokens/token-form.tsx";
import { OwnTokens } from "../../people/tokens/token-lists.tsx";

// A page of the server, not of the router.
const toReference = (label: string) => (
  <a href="/docs" className="link">
    {label}
  </a>
);

function TokensPage() {
  return (
    <div className="page grid gap-10">
      <PageHeading title={t.title} lead={t.lead({ link: toReference })} />
      <ProfileTabs />
      <div className="grid">
        <PageSection title={t.make} lead={t.makeLead}>
          <TokenForm />
        </PageSection>
        <PageSection title={t.own} lead={t.ownLead}>
          <OwnTokens />
        </PageSection>
      </div>
    </div>
  );
}

export { TokensPage as Component };
