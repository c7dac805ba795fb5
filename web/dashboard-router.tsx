import { type RouteObject, useRoutes } from "react-router";
import { pages } from "../contract/pages.ts";
import type { Permission } from "../contract/permissions.ts";
import { type PageModule, page } from "./components/lazy-page.tsx";
import { DashboardLayout } from "./layout/dashboard-layout.tsx";
import { DashboardStart } from "./layout/dashboard-start.tsx";
import { RequireStanding } from "./layout/guards.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";

const pageRoutes: RouteObject[] = [
  {
    element: <DashboardLayout />,
    children: [
      { index: true, element: <DashboardStart /> },
      only("overview:read", pages.overview, () => import("./pages/overview-page.tsx")),
      only("user:manage", pages.manageUsers, () => import("./pages/users-page.tsx")),
      only("survey:publish", pages.surveyStatus, () => import("./pages/survey-status-page.tsx")),
      only("response:read-all", pages.allResponses, () => import("./pages/all-responses-page.tsx")),
      only("payment:read-all", pages.payments, () => import("./pages/payments-page.tsx")),
      only("report:handle", pages.reported, () => import("./pages/reported-page.tsx")),
      only("audit:read", pages.auditLog, () => import("./pages/audit-page.tsx")),
      only("contact:read", pages.messages, () => import("./pages/messages-page.tsx")),
      only("survey:create", pages.createSurvey, () => import("./pages/create-survey-page.tsx")),
      only("survey:create", pages.ownSurveys, () => import("./pages/own-surveys-page.tsx")),
      only("survey:create", pages.editSurvey, () => import("./pages/edit-survey-page.tsx")),
      only("survey:create", pages.userFeedback, () => import("./pages/user-feedback-page.tsx")),
      only("survey:create", pages.adminFeedback, () => import("./pages/admin-feedback-page.tsx")),
      only("survey:create", pages.ownResponses, () => import("./pages/own-responses-page.tsx")),
      { path: "*", element: <NotFoundPage /> },
    ],
  },
];

/** A page of the dashboard for people with this permission; others see why they may not open it. */
function only(permission: Permission, path: string, load: PageModule): RouteObject {
  const whom = permission === "survey:create" ? "surveyors" : "admins";
  return {
    element: <RequireStanding anyOf={[permission]} refusal={`That page is for ${whom}.`} />,
    // Paths in here are relative to the dashboard's path.
    children: [{ path: path.slice(`${pages.dashboard}/`.length), element: page(load) }],
  };
}

/** The dashboard's pages, in a file of their own so that visitors load nothing of them. */
export function Component() {
  return useRoutes(pageRoutes);
}
