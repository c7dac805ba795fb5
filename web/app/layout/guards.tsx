import { matchPath, Navigate, Outlet, useLocation } from "react-router";
import * as t from "#words/layout";
import { pages } from "../../../contract/pages.ts";
import type { Permission } from "../../../contract/permissions.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { originAt, type RouteMemory } from "../../lib/route-memory.ts";
import { useSession } from "../../people/identity/session.tsx";
import { knownSurvey } from "../../surveys/survey/queries.ts";

export function RequireLogin() {
  const { user, loading, problem, retry } = useSession();
  const location = useLocation();

  if (loading) return <ProgressBar label={t.checkingWho} />;
  if (user) return <Outlet />;
  if (problem) return <ErrorState title={t.logInFailed} problem={problem} onRetry={retry} />;
  const memory: RouteMemory = { origin: originAt(location) };
  return <Navigate to={pages.login} replace state={memory} />;
}

export interface RequireStandingProps {
  /** People need one of these permissions. */
  anyOf: readonly Permission[];
  /** What the home page says to people without the permission. */
  why: Pick<RouteMemory, "refusal" | "toVote">;
  /** The page waits by itself until it is known who reads it: it has something for everybody. */
  pageWaits?: boolean;
}

export function RequireStanding({ anyOf, why, pageWaits }: RequireStandingProps) {
  const { user, standing, loading, problem, retry, can } = useSession();
  const location = useLocation();

  if (loading || (user && !standing && !problem)) {
    return pageWaits ? <Outlet /> : <ProgressBar label={t.checkingWho} />;
  }
  if (problem) {
    return <ErrorState title={t.accessNotChecked} problem={problem} onRetry={retry} />;
  }
  if (anyOf.some(can)) return <Outlet />;
  const survey = why.toVote && knownSurvey(matchPath(pages.survey, location.pathname)?.params.id);
  const memory: RouteMemory = { origin: originAt(location), ...why, ...(survey && { survey }) };
  return <Navigate to={pages.home} replace state={memory} />;
}
