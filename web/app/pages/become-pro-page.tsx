import { Link } from "react-router";
import * as t from "#words/becomePro";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { PRO_PRICE } from "../../../contract/payments.ts";
import { isNormalUser, isProUser, type Standing } from "../../../contract/permissions.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { sayDollars } from "../../lib/format.ts";
import { useRouteMemory } from "../../lib/route-memory.ts";
import { useSession } from "../../people/identity/session.tsx";
import { Benefits } from "../../people/payments/benefits.tsx";
import { Checkout } from "../../people/payments/checkout.tsx";
import { MemberCard } from "../../people/payments/member-card.tsx";
import { useLastSurvey } from "../layout/last-survey.ts";

function BecomeProPage() {
  const { user, standing, problem, retry } = useSession();
  if (!user || !standing) {
    return problem ? (
      <ErrorState title={t.accessUnknown} problem={problem} onRetry={retry} />
    ) : (
      <ProgressBar label={t.checking} />
    );
  }
  const name = user.displayName || user.email;
  const price = sayDollars(PRO_PRICE);
  if (isProUser(standing)) return <ProUser name={name} />;
  if (!isNormalUser(standing)) return <NotForSale standing={standing} />;
  return (
    <div className="page grid gap-10">
      <PageHeading title={t.title} lead={t.lead({ price })} />
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <section
          aria-label={t.whatYouGet}
          className="grid gap-8 rounded-panel bg-panel p-6 text-panel-content sm:grid-cols-[auto_1fr] sm:items-center sm:p-10 lg:order-last lg:grid-cols-1"
        >
          <MemberCard name={name} />
          <div className="grid gap-6">
            <p className="flex items-baseline gap-3">
              {t.priceOnce({
                price,
                large: (words) => <span className="font-display text-hero">{words}</span>,
                times: (words) => <span>{words}</span>,
              })}
            </p>
            <Benefits />
          </div>
        </section>
        <div className="grid gap-8">
          <Checkout payer={{ email: user.email, name }} />
        </div>
      </div>
    </div>
  );
}

/** Surveyors and admins can't buy the pro tier. */
function NotForSale({ standing }: { standing: Standing }) {
  const isSurveyor = standing.role === "surveyor";
  return (
    <div className="page grid justify-items-start gap-8">
      <PageHeading title={t.notForSale} lead={isSurveyor ? t.leadForSurveyor : t.leadForAdmin} />
      <div className="grid max-w-prose gap-4">
        {isSurveyor ? (
          <>
            <p>{t.oneRole}</p>
            <p>{t.surveyorsAnswer}</p>
          </>
        ) : (
          <p>{t.adminsDecide}</p>
        )}
        <p>{t.whatYouCan}</p>
      </div>
      <p className="flex flex-wrap gap-3">
        <Link to={isSurveyor ? pages.ownSurveys : pages.surveyStatus} className="btn btn-primary">
          {isSurveyor ? t.ownSurveys : t.surveysToDecide}
        </Link>
        <Link to={pages.surveys} className="btn btn-outline">
          {wording.landing.explore}
        </Link>
      </p>
    </div>
  );
}

function ProUser({ name }: { name: string }) {
  const { origin } = useRouteMemory();
  // Whoever was refused at a survey because they were no pro user has not opened it.
  const survey = useLastSurvey() ?? origin;
  return (
    <div className="page grid gap-10">
      <PageHeading title={t.isPro} lead={t.isProLead} />
      <section
        aria-label={t.membership}
        className="grid items-center gap-8 rounded-panel bg-panel p-6 text-panel-content sm:grid-cols-[20rem_1fr] sm:gap-12 sm:p-10"
      >
        <MemberCard name={name} />
        <Benefits />
      </section>
      <p className="flex flex-wrap gap-3">
        <Link to={survey ?? pages.surveys} className="btn btn-primary">
          {survey ? t.backToSurvey : wording.landing.explore}
        </Link>
        <Link to={pages.paymentReceipt} className="btn btn-outline">
          {t.receipt}
        </Link>
      </p>
    </div>
  );
}

export { BecomeProPage as Component };
