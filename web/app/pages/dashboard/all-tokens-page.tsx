import * as t from "#words/tokens";
import { PageHeading } from "../../../components/page-heading.tsx";
import { AllTokens } from "../../../people/tokens/token-lists.tsx";

function AllTokensPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title={t.title} lead={t.allLead} />
      <AllTokens />
    </div>
  );
}

export { AllTokensPage as Component };
