import { pages } from "../../contract/pages.ts";
import type { Permission } from "../../contract/permissions.ts";
import { wording } from "../../contract/wording.ts";

export interface DashboardLink {
  to: string;
  label: string;
  /** An SVG path on a 24 by 24 grid. */
  icon: string;
}

export interface DashboardGroup {
  name: string;
  permission: Permission;
  /** The specification's links, in its order. */
  links: DashboardLink[];
  /** Links that the specification does not name. */
  more: DashboardLink[];
}

const HOME = {
  to: pages.home,
  label: wording.nav.home,
  icon: "m3 11 9-8 9 8M6 9v11h12V9M10 20v-6h4v6",
};

/** People see the groups that they have the permission for. */
export const dashboardGroups: DashboardGroup[] = [
  {
    name: "Admin",
    permission: "overview:read",
    links: [
      {
        to: pages.overview,
        label: wording.dashboard.overview,
        icon: "M4 4v16h16M8 16v-4M12.5 16V7M17 16v-6",
      },
      {
        to: pages.manageUsers,
        label: wording.dashboard.users,
        icon: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M15.5 4.3a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.2 2.7 3.5 5.5",
      },
      {
        to: pages.surveyStatus,
        label: wording.dashboard.status,
        icon: "M5 3h14v18H5zM8.5 12l2.5 2.5 4.5-5",
      },
      {
        to: pages.allResponses,
        label: wording.dashboard.response,
        icon: "M4 4h16v12h-9l-5 4v-4H4zM8 8.5h8M8 12h5",
      },
      {
        to: pages.payments,
        label: wording.dashboard.payment,
        icon: "M3 5.5h18v13H3zM3 10h18M7 15h4",
      },
      HOME,
    ],
    more: [
      { to: pages.reported, label: "Reports", icon: "M5 21V4h13l-2.5 4.5L18 13H5" },
      {
        to: pages.auditLog,
        label: "Audit log",
        icon: "M4 6h2M4 12h2M4 18h2M9.5 6H20M9.5 12H20M9.5 18H20",
      },
      { to: pages.messages, label: "Messages", icon: "M3 5h18v14H3zM3.5 6l8.5 7 8.5-7" },
    ],
  },
  {
    name: "Surveyor",
    permission: "survey:create",
    links: [
      {
        to: pages.createSurvey,
        label: wording.dashboard.createSurvey,
        icon: "M12 5v14M5 12h14",
      },
      {
        to: pages.userFeedback,
        label: wording.dashboard.userFeedback,
        icon: "M4 4h16v12h-9l-5 4v-4H4zM8 8.5h8M8 12h5",
      },
      {
        to: pages.adminFeedback,
        label: wording.dashboard.adminFeedback,
        icon: "M9 14 4 9l5-5M4 9h9.5a6.5 6.5 0 0 1 0 13H11",
      },
      {
        to: pages.ownResponses,
        label: wording.dashboard.response,
        icon: "M4 4v16h16M8 16v-4M12.5 16V7M17 16v-6",
      },
      HOME,
    ],
    more: [
      {
        to: pages.ownSurveys,
        label: "My surveys",
        icon: "M5 3h14v18H5zM8.5 8h7M8.5 12h7M8.5 16h4",
      },
    ],
  },
];
