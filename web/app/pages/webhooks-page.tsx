import * as t from "#words/webhooks";
import { PageHeading } from "../../components/page-heading.tsx";
import { PageSection } from "../../components/page-section.tsx";
import { ProfileTabs } from "../../people/identity/profile-tabs.tsx";
import { useSession } from "../../people/identity/session.tsx";
import { NewWebhook, OwnWebhooks } from "../../people/webhooks/own-webhooks.tsx";

function WebhooksPage() {
  const { can } = useSession();
  return (
    <div className="page grid gap-10">
      <PageHeading title={t.title} lead={t.lead} />
      <ProfileTabs />
      {can("webhook:manage") ? (
        <div className="grid">
          <PageSection title={t.make} lead={t.makeLead}>
            <NewWebhook />
          </PageSection>
          <PageSection title={t.own} lead={t.ownLead}>
            <OwnWebhooks />
          </PageSection>
        </div>
      ) : (
        <p>{t.forSurveyors}</p>
      )}
    </div>
  );
}

export { WebhooksPage as Component };
