import * as t from "#words/activity";
import { PageHeading } from "../../components/page-heading.tsx";
import { PageSection } from "../../components/page-section.tsx";
import { ProfileTabs } from "../../people/identity/profile-tabs.tsx";
import { OwnComments } from "../../people/personal-data/own-comments.tsx";
import { OwnVotes } from "../../people/personal-data/own-votes.tsx";

function ActivityPage() {
  return (
    <div className="page grid gap-10">
      <PageHeading title={t.title} lead={t.lead} />
      <ProfileTabs />
      <div className="grid">
        <PageSection title={t.votes} lead={t.votesLead}>
          <OwnVotes />
        </PageSection>
        <PageSection title={t.comments} lead={t.commentsLead}>
          <OwnComments />
        </PageSection>
      </div>
    </div>
  );
}

export { ActivityPage as Component };
