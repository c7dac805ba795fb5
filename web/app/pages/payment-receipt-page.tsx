import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as t from "#words/payments";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { PrintablePage } from "../../components/printable-page.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { readOf } from "../../lib/route-queries.ts";
import { useSession } from "../../people/identity/session.tsx";
import { PaymentReceipt } from "../../people/payments/payment-receipt.tsx";
import { useLastSurvey } from "../layout/last-survey.ts";

function PaymentReceiptPage() {
  const receipt = useQuery(readOf(routes.readReceipt));
  const survey = useLastSurvey();

  if (receipt.isPending) return <ProgressBar label={t.lookingForReceipt} />;
  if (receipt.data) {
    return (
      <PrintablePage
        title={t.receipt}
        lead={t.receiptLead}
        back={pages.becomePro}
        actions={
          survey && (
            <Link to={survey} className="btn btn-outline">
              {t.backToSurvey}
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
      title={t.receiptMissing}
      problem={receipt.error}
      onRetry={() => void receipt.refetch()}
    />
  );
}

function NoPayment() {
  const { can } = useSession();
  return (
    <div className="page grid justify-items-start gap-8">
      <PageHeading title={t.notPaid} lead={t.notPaidLead} />
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
