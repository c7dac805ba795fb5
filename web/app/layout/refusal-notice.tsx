import { Suspense } from "react";
import { Link, useNavigate } from "react-router";
import * as t from "#words/refusalNotice";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { lazyPart } from "../../components/lazy-page.tsx";
import { Notice } from "../../components/notice.tsx";
import { useRouteMemory } from "../../lib/route-memory.ts";
import { useLogOut } from "../../people/identity/log-out.ts";
import { type Session, useSession } from "../../people/identity/session.tsx";

// Lazy, because only who wanted a survey sees it.
const WantedSurvey = lazyPart(() => import("./wanted-survey.tsx"));

/** Says why a guard sent the person here, and how they can get access. */
export default function RefusalNotice() {
  const session = useSession();
  const { user, can } = session;
  const { refusal, toVote, survey, origin = pages.home } = useRouteMemory();
  const reason = toVote ? whyNoVote(session) : refusal && t.refusals[refusal];
  if (!reason) return null;

  const mayVoteNow = toVote && can("survey:take-part");
  const notice = (
    <Notice
      tone={toVote ? "info" : "warning"}
      actions={
        <>
          {!user && (
            <Link to={pages.login} state={{ origin }} className="btn btn-primary">
              {t.logIn}
            </Link>
          )}
          {!user && toVote && (
            <Link to={pages.register} state={{ origin }} className="btn btn-outline">
              {wording.register}
            </Link>
          )}
          {mayVoteNow && (
            <Link to={origin} className="btn btn-primary">
              {t.goToSurvey}
            </Link>
          )}
          {toVote && can("pro:buy") && !mayVoteNow && (
            <Link to={pages.becomePro} state={{ origin }} className="btn btn-primary">
              {wording.nav.becomePro}
            </Link>
          )}
          {wantedDashboard(origin) && can("surveyor:ask") && (
            <Link to={pages.becomeSurveyor} className="btn btn-primary">
              {t.becomeSurveyor}
            </Link>
          )}
          {user && !mayVoteNow && <ChangeAccount origin={origin} />}
        </>
      }
    >
      {user ? t.refusedAs({ reason, email: user.email }) : reason}
    </Notice>
  );
  return (
    <div className="mx-auto w-full max-w-site px-gutter pt-6">
      {survey ? (
        <ErrorBoundary fallback={() => notice}>
          <Suspense fallback={<div className="skeleton h-96 rounded-panel" />}>
            <WantedSurvey survey={survey}>{notice}</WantedSurvey>
          </Suspense>
        </ErrorBoundary>
      ) : (
        notice
      )}
    </div>
  );
}

function wantedDashboard(origin: string): boolean {
  return origin.startsWith(pages.dashboard);
}

/** Nothing until it is known what this person may do. */
function whyNoVote({ user, standing, settings, can }: Session): string | null {
  if (user && !standing) return null;
  if (can("survey:take-part")) return t.canVoteNow;
  if (user) return t.votingIsForPro;
  return settings?.participation === "pro" ? t.logInToVoteAsPro : t.logInToVote;
}

function ChangeAccount({ origin }: { origin: string }) {
  const logOut = useLogOut();
  const navigate = useNavigate();

  async function change() {
    if (await logOut()) await navigate(pages.login, { state: { origin } });
  }

  return (
    <button type="button" className="btn btn-outline" onClick={() => void change()}>
      {t.anotherAccount}
    </button>
  );
}
