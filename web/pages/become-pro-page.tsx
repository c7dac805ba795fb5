import { Link } from "react-router";
import * as wording from "#words/specified";
import { pages } from "../../contract/pages.ts";
import { PRO_PRICE } from "../../contract/payments.ts";
import { isNormalUser, isProUser, type Standing } from "../../contract/permissions.ts";
import { ErrorState } from "../components/error-state.tsx";
import { PageHeading } from "../components/page-heading.tsx";
import { ProgressBar } from "../components/progress-bar.tsx";
import { useSession } from "../identity/session.tsx";
import { useLastSurvey } from "../layout/last-survey.ts";
import { useRouteMemory } from "../lib/route-memory.ts";
import { Benefits } from "../payments/benefits.tsx";
import { Checkout } from "../payments/checkout.tsx";
import { MemberCard } from "../payments/member-card.tsx";

function BecomeProPage() {
  const { user, standing, problem, retry } = useSession();
  if (!user || !standing) {
    return problem ? (
      <ErrorState title="We can't check your access" problem={problem} onRetry={retry} />
    ) : (
      <ProgressBar label="Checking who you are" />
    );
  }
  const name = user.displayName || user.email;
  if (isProUser(standing)) return <ProUser name={name} />;
  if (!isNormalUser(standing)) return <NotForSale standing={standing} />;
  return (
    <div className="page grid gap-10">
      <PageHeading
        title="Become a pro user"
        lead={`Pay $${PRO_PRICE} to become a pro user and join the debate, not only the vote.`}
      />
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <section
          aria-label="What you get"
          className="grid gap-8 rounded-panel bg-panel p-6 text-panel-content sm:grid-cols-[auto_1fr] sm:items-center sm:p-10 lg:order-last lg:grid-cols-1"
        >
          <MemberCard name={name} />
          <div className="grid gap-6">
            <p className="flex items-baseline gap-3">
              <span className="font-display text-hero">${PRO_PRICE}</span>
              <span>once</span>
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
      <PageHeading
        title="The pro tier is for normal users"
        lead={`You are ${isSurveyor ? "a surveyor" : "an admin"}: you can't buy it, and you can't comment on surveys as pro users do.`}
      />
      <div className="grid max-w-prose gap-4">
        {isSurveyor ? (
          <>
            <p>
              An account has one role. As a pro user you would no longer be a surveyor and could not
              write surveys.
            </p>
            <p>
              Those who ask leave the discussion to those who answer. Under your own surveys you can
              answer, and your answers are marked as yours.
            </p>
          </>
        ) : (
          <p>
            Admins decide which surveys are published and which comments are hidden. So that nobody
            judges a discussion in which they take part, they don't comment.
          </p>
        )}
        <p>You can vote, like and report like everybody else.</p>
      </div>
      <p className="flex flex-wrap gap-3">
        <Link to={isSurveyor ? pages.ownSurveys : pages.surveyStatus} className="btn btn-primary">
          {isSurveyor ? "Your surveys" : "Surveys to decide on"}
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
      <PageHeading
        title="You are a pro user"
        lead="Thank you. Your Pro badge is on, and every survey is open to your comments."
      />
      <section
        aria-label="Your membership"
        className="grid items-center gap-8 rounded-panel bg-panel p-6 text-panel-content sm:grid-cols-[20rem_1fr] sm:gap-12 sm:p-10"
      >
        <MemberCard name={name} />
        <Benefits />
      </section>
      <p className="flex flex-wrap gap-3">
        <Link to={survey ?? pages.surveys} className="btn btn-primary">
          {survey ? "Back to the survey" : wording.landing.explore}
        </Link>
        <Link to={pages.paymentReceipt} className="btn btn-outline">
          Your receipt
        </Link>
      </p>
    </div>
  );
}

export { BecomeProPage as Component };
