import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { PRO_PRICE } from "../../contract/payments.ts";
import { isNormalUser, isProUser } from "../../contract/permissions.ts";
import { wording } from "../../contract/wording.ts";
import { ErrorState } from "../components/error-state.tsx";
import { Notice } from "../components/notice.tsx";
import { PageHeading } from "../components/page-heading.tsx";
import { ProgressBar } from "../components/progress-bar.tsx";
import { useSession } from "../identity/session.tsx";
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
          {isNormalUser(standing) ? (
            <Checkout payer={{ email: user.email, name }} />
          ) : (
            <Notice tone="info">
              The pro tier is for normal users; your account does not need it.
            </Notice>
          )}
        </div>
      </div>
    </div>
  );
}

function ProUser({ name }: { name: string }) {
  const { origin } = useRouteMemory();
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
        <Link to={origin ?? pages.surveys} className="btn btn-primary">
          {origin ? "Go on to where you were" : wording.landing.explore}
        </Link>
        <Link to={pages.receipt} className="btn btn-outline">
          Your receipt
        </Link>
      </p>
    </div>
  );
}

export { BecomeProPage as Component };
