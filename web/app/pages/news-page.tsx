import * as t from "#words/news";
import { PageHeading } from "../../components/page-heading.tsx";
import { PageSection } from "../../components/page-section.tsx";
import { FollowList } from "../../people/follows/follow-list.tsx";
import { RhythmChoice } from "../../people/follows/rhythm-choice.tsx";
import { ProfileTabs } from "../../people/identity/profile-tabs.tsx";

function NewsPage() {
  return (
    <div className="page grid gap-10">
      <PageHeading title={t.title} lead={t.lead} />
      <ProfileTabs />
      <div className="grid">
        <PageSection title={t.byMail} lead={t.byMailLead}>
          <RhythmChoice />
        </PageSection>
        <PageSection title={t.followed} lead={t.followedLead}>
          <FollowList />
        </PageSection>
      </div>
    </div>
  );
}

export { NewsPage as Component };
