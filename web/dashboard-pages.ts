import { pages } from "../contract/pages.ts";
import type { Permission } from "../contract/permissions.ts";
import { wording } from "../contract/wording.ts";
import type { PageModule } from "./components/lazy-page.tsx";

export interface DashboardLink {
  path: string;
  label: string;
  /** An SVG path on a 24 by 24 grid. */
  icon: string;
}

interface DashboardPage {
  path: string;
  permission: Permission;
  load: PageModule;
}

export interface DashboardGroup {
  name: string;
  /** Who sees the links of this group. */
  permission: Permission;
  /** The specification's links, in its order. */
  specified: (DashboardPage & DashboardLink)[];
  /** Links that the specification does not name. */
  more: (DashboardPage & DashboardLink)[];
  /** Pages without a link in the sidebar. */
  unlinked: DashboardPage[];
}

/** Every page of the dashboard: who may open it, its link in the sidebar, and its code. */
export const dashboardGroups: DashboardGroup[] = [
  {
    name: "Admin",
    permission: "overview:read",
    specified: [
      {
        path: pages.overview,
        permission: "overview:read",
        label: wording.dashboard.overview,
        icon: "M4 4v16h16M8 16v-4M12.5 16V7M17 16v-6",
        load: () => import("./pages/overview-page.tsx"),
      },
      {
        path: pages.manageUsers,
        permission: "user:manage",
        label: wording.dashboard.users,
        icon: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M15.5 4.3a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.2 2.7 3.5 5.5",
        load: () => import("./pages/users-page.tsx"),
      },
      {
        path: pages.surveyStatus,
        permission: "survey:publish",
        label: wording.dashboard.status,
        icon: "M5 3h14v18H5zM8.5 12l2.5 2.5 4.5-5",
        load: () => import("./pages/survey-status-page.tsx"),
      },
      {
        path: pages.allResponses,
        permission: "response:read-all",
        label: wording.dashboard.response,
        icon: "M4 4h16v12h-9l-5 4v-4H4zM8 8.5h8M8 12h5",
        load: () => import("./pages/all-responses-page.tsx"),
      },
      {
        path: pages.payments,
        permission: "payment:read-all",
        label: wording.dashboard.payment,
        icon: "M3 5.5h18v13H3zM3 10h18M7 15h4",
        load: () => import("./pages/payments-page.tsx"),
      },
    ],
    more: [
      {
        path: pages.reported,
        permission: "report:handle",
        label: "Reports",
        icon: "M5 21V4h13l-2.5 4.5L18 13H5",
        load: () => import("./pages/reported-page.tsx"),
      },
      {
        path: pages.standsOut,
        permission: "votes:set-aside",
        label: "Stands out",
        icon: "M4 20v-5M9.3 20v-7M14.6 20V4M20 20v-6",
        load: () => import("./pages/stands-out-page.tsx"),
      },
      {
        path: pages.auditLog,
        permission: "audit:read",
        label: "Audit log",
        icon: "M4 6h2M4 12h2M4 18h2M9.5 6H20M9.5 12H20M9.5 18H20",
        load: () => import("./pages/audit-page.tsx"),
      },
      {
        path: pages.messages,
        permission: "contact:handle",
        label: "Messages",
        icon: "M3 5h18v14H3zM3.5 6l8.5 7 8.5-7",
        load: () => import("./pages/messages-page.tsx"),
      },
      {
        path: pages.surveyorRequests,
        permission: "user:manage",
        label: "Requests",
        icon: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M19 8v6M16 11h6",
        load: () => import("./pages/surveyor-requests-page.tsx"),
      },
    ],
    unlinked: [
      {
        path: pages.suspicion,
        permission: "votes:set-aside",
        load: () => import("./pages/suspicion-page.tsx"),
      },
    ],
  },
  {
    name: "Surveyor",
    permission: "survey:create",
    specified: [
      {
        path: pages.createSurvey,
        permission: "survey:create",
        label: wording.dashboard.createSurvey,
        icon: "M12 5v14M5 12h14",
        load: () => import("./pages/create-survey-page.tsx"),
      },
      {
        path: pages.userFeedback,
        permission: "survey:create",
        label: wording.dashboard.userFeedback,
        icon: "M4 4h16v12h-9l-5 4v-4H4zM8 8.5h8M8 12h5",
        load: () => import("./pages/user-feedback-page.tsx"),
      },
      {
        path: pages.adminFeedback,
        permission: "survey:create",
        label: wording.dashboard.adminFeedback,
        icon: "M9 14 4 9l5-5M4 9h9.5a6.5 6.5 0 0 1 0 13H11",
        load: () => import("./pages/admin-feedback-page.tsx"),
      },
      {
        path: pages.ownResponses,
        permission: "survey:create",
        label: wording.dashboard.response,
        icon: "M4 4v16h16M8 16v-4M12.5 16V7M17 16v-6",
        load: () => import("./pages/own-responses-page.tsx"),
      },
    ],
    more: [
      {
        path: pages.ownSurveys,
        permission: "survey:create",
        label: "My surveys",
        icon: "M5 3h14v18H5zM8.5 8h7M8.5 12h7M8.5 16h4",
        load: () => import("./pages/own-surveys-page.tsx"),
      },
    ],
    unlinked: [
      {
        path: pages.editSurvey,
        permission: "survey:create",
        load: () => import("./pages/edit-survey-page.tsx"),
      },
    ],
  },
];
