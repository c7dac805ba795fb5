import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as wording from "#words/specified";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { ErrorState } from "../components/error-state.tsx";
import { PageHeading } from "../components/page-heading.tsx";
import { PrintablePage } from "../components/printable-page.tsx";
import { ProgressBar } from "../components/progress-bar.tsx";
import { useSession } from "../identity/session.tsx";
import { useLastSurvey } from "../layout/last-survey.ts";
import { ApiProblem } from "../lib/api.ts";
import { readOf } from "../lib/route-queries.ts";
import { PaymentReceipt } from "../payments/payment-receipt.tsx";

function PaymentReceiptPage() {
  const receipt = useQuery(readOf(routes.readReceipt));
  const survey = useLastSurvey();

  if (receipt.isPending) return <ProgressBar label="Looking for your payment" />;
  if (receipt.data) {
    return (
      <PrintablePage
        title="Receipt"
        lead="For your records."
        back={pages.becomePro}
        actions={
          survey && (
            <Link to={survey} className="btn btn-outline">
              Back to the survey
            </Link>
          )
        }
      >
        <PaymentReceipt payment={receipt.data} />
      </PrintablePage>
    );
  }
  if (receipt.error instanceof ApiProblem && receipt.error.code === "not_found") {
    return <NoPayment />;
  }
  return (
    <ErrorState
      title="We can't show your receipt"
      problem={receipt.error}
      onRetry={() => void receipt.refetch()}
    />
  );
}

function NoPayment() {
  const { can } = useSession();
  return (
    <div className="page grid justify-items-start gap-8">
      <PageHeading title="No payment" lead="Nothing has been paid with this account." />
      {can("pro:buy") ? (
        <Link to={pages.becomePro} className="btn btn-primary">
          {wording.nav.becomePro}
        </Link>
      ) : (
        <Link to={pages.surveys} className="btn btn-outline">
          {wording.landing.explore}
        </Link>
      )}
    </div>
  );
}

export { PaymentReceiptPage as Component };
