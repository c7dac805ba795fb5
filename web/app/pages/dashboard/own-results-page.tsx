import { useParams } from "react-router";
import { PaceChart } from "../../../record/timeline/pace-chart.tsx";
import { OwnResults } from "../../../surveys/responses/own-results.tsx";

function OwnResultsPage() {
  const { id = "" } = useParams();
  return (
    <div className="page grid gap-8">
      <OwnResults key={id} surveyId={id} pace={<PaceChart surveyId={id} />} />
    </div>
  );
}

export { OwnResultsPage as Component };
