import { Navigate } from "react-router";
import { pages } from "../../../contract/pages.ts";
import { useSession } from "../../people/identity/session.tsx";

/** The dashboard has no start page: everybody is sent to the first page of their role. */
export function DashboardStart() {
  const { can } = useSession();
  return <Navigate to={can("overview:read") ? pages.overview : pages.createSurvey} replace />;
}
