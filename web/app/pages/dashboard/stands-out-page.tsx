import * as t from "#words/suspicion";
import { PageHeading } from "../../../components/page-heading.tsx";
import { StandingOut } from "../../../surveys/suspicion/standing-out.tsx";

function StandsOutPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title={t.listTitle} lead={t.listLead} />
      <StandingOut />
    </div>
  );
}

export { StandsOutPage as Component };
