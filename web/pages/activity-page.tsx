import { PageHeading } from "../components/page-heading.tsx";
import { PageSection } from "../components/page-section.tsx";
import { ProfileTabs } from "../identity/profile-tabs.tsx";
import { OwnComments } from "../personal-data/own-comments.tsx";
import { OwnVotes } from "../personal-data/own-votes.tsx";

function ActivityPage() {
  return (
    <div className="page grid gap-10">
      <PageHeading
        title="Votes and comments"
        lead="What you voted and wrote, newest first, with a link to each survey."
      />
      <ProfileTabs />
      <div className="grid">
        <PageSection title="Your votes" lead="A vote is final, so nothing here can be changed.">
          <OwnVotes />
        </PageSection>
        <PageSection title="Your comments" lead="Others read them below the survey.">
          <OwnComments />
        </PageSection>
      </div>
    </div>
  );
}

export { ActivityPage as Component };
