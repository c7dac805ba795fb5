import { Link, useParams } from "react-router";
import { pages } from "../../contract/pages.ts";
import { PageHeading } from "../components/page-heading.tsx";
import { Suspicion } from "../suspicion/suspicion.tsx";

function SuspicionPage() {
  const { id = "" } = useParams();
  return (
    <div className="page grid gap-8">
      <PageHeading
        title="What stands out"
        lead="Votes that may not be what they seem. Look at them before you judge: chance or a shared link can look the same."
      />
      <Link to={pages.standsOut} className="link justify-self-start link-primary">
        All surveys with votes that stand out
      </Link>
      <Suspicion key={id} surveyId={id} />
    </div>
  );
}

export { SuspicionPage as Component };
