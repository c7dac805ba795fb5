import { Navigate } from "react-router";
import { pages } from "../../contract/pages.ts";
import { useSession } from "../identity/session.tsx";

/** The dashboard has no page of its own: everybody begins at the first one of their role. */
export function DashboardStart() {
  const { can } = useSession();
  return <Navigate to={can("overview:read") ? pages.overview : pages.createSurvey} replace />;
}
