import { PageHeading } from "../components/page-heading.tsx";
import { StandingOut } from "../suspicion/standing-out.tsx";

function StandsOutPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading
        title="Votes that stand out"
        lead="Surveys with votes that may not be what they seem, those with the most such votes first. Look before you judge: chance or a shared link can look the same."
      />
      <StandingOut />
    </div>
  );
}

export { StandsOutPage as Component };
