import * as t from "#words/dashboard";
import * as wording from "#words/specified";
import { type PagesWith, pages, pageTable } from "../../contract/pages.ts";
import type { Permission } from "../../contract/permissions.ts";
import { codeOf, type Page, type PageModule } from "../components/lazy-page.tsx";
import type { RouteMemory } from "../lib/route-memory.ts";

export interface DashboardLink {
  path: string;
  label: string;
  /** An SVG path on a 24 by 24 grid. */
  icon: string;
  /** See `StrokeIcon`. */
  directed?: true;
}

/** The pages below the dashboard's own address. */
export type DashboardPageName = PagesWith<{ path: `${(typeof pages)["dashboard"]}/${string}` }>;

interface DashboardPage {
  path: string;
  /** Who may open it. */
  access: readonly Permission[];
  load: PageModule;
}

export interface DashboardGroup {
  name: string;
  /** The name of the links that the specification does not name. */
  nameOfMore: string;
  /** Who its pages are for. */
  refusal: NonNullable<RouteMemory["refusal"]>;
  /** Who sees the links of this group. */
  permission: Permission;
  /** The specification's links, in its order. */
  specified: (DashboardPage & DashboardLink)[];
  /** Links that the specification does not name. */
  more: (DashboardPage & DashboardLink)[];
  /** Pages without a link in the sidebar. */
  unlinked: DashboardPage[];
}

const code = import.meta.glob<Page>("./*-page.tsx", { base: "./pages/dashboard" });

function at(name: DashboardPageName): DashboardPage {
  return { path: pages[name], access: pageTable[name].access, load: codeOf(name, code) };
}

/** Every page of the dashboard, with its link in the sidebar. */
export const dashboardGroups: DashboardGroup[] = [
  {
    name: t.groups.admin,
    nameOfMore: t.moreFor.admin,
    refusal: "admin",
    permission: "overview:read",
    specified: [
      {
        ...at("overview"),
        label: wording.dashboard.overview,
        icon: "M4 4v16h16M8 16v-4M12.5 16V7M17 16v-6",
      },
      {
        ...at("manageUsers"),
        label: wording.dashboard.users,
        icon: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M15.5 4.3a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.2 2.7 3.5 5.5",
      },
      {
        ...at("surveyStatus"),
        label: wording.dashboard.status,
        icon: "M5 3h14v18H5zM8.5 12l2.5 2.5 4.5-5",
      },
      {
        ...at("allResponses"),
        label: wording.dashboard.response,
        icon: "M4 4h16v12h-9l-5 4v-4H4zM8 8.5h8M8 12h5",
        directed: true,
      },
      {
        ...at("payments"),
        label: wording.dashboard.payment,
        icon: "M3 5.5h18v13H3zM3 10h18M7 15h4",
      },
    ],
    more: [
      {
        ...at("reported"),
        label: t.links.reported,
        icon: "M5 21V4h13l-2.5 4.5L18 13H5",
        directed: true,
      },
      {
        ...at("standsOut"),
        label: t.links.standsOut,
        icon: "M4 20v-5M9.3 20v-7M14.6 20V4M20 20v-6",
      },
      {
        ...at("auditLog"),
        label: t.links.auditLog,
        icon: "M4 6h2M4 12h2M4 18h2M9.5 6H20M9.5 12H20M9.5 18H20",
        directed: true,
      },
      {
        ...at("messages"),
        label: t.links.messages,
        icon: "M3 5h18v14H3zM3.5 6l8.5 7 8.5-7",
      },
      {
        ...at("surveyorRequests"),
        label: t.links.surveyorRequests,
        icon: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M19 8v6M16 11h6",
      },
      {
        ...at("allTokens"),
        label: t.links.tokens,
        icon: "M8 12.5a4 4 0 1 0 0 7 4 4 0 0 0 0-7ZM11 13.5 20 4.5M16.5 8l3 3M13.5 11l2 2",
      },
      {
        ...at("brand"),
        label: t.links.brand,
        icon: "M12 3a9 9 0 1 0 0 18c1.5 0 2-1 1.5-2.2-.6-1.5.3-2.8 2-2.8H18a3 3 0 0 0 3-3c0-5.5-4-10-9-10ZM7.5 12h.01M10 7.5h.01M15 7.5h.01",
      },
    ],
    unlinked: [at("suspicion")],
  },
  {
    name: t.groups.surveyor,
    nameOfMore: t.moreFor.surveyor,
    refusal: "surveyor",
    permission: "survey:create",
    specified: [
      {
        ...at("createSurvey"),
        label: wording.dashboard.createSurvey,
        icon: "M12 5v14M5 12h14",
      },
      {
        ...at("userFeedback"),
        label: wording.dashboard.userFeedback,
        icon: "M4 4h16v12h-9l-5 4v-4H4zM8 8.5h8M8 12h5",
        directed: true,
      },
      {
        ...at("adminFeedback"),
        label: wording.dashboard.adminFeedback,
        icon: "M9 14 4 9l5-5M4 9h9.5a6.5 6.5 0 0 1 0 13H11",
        directed: true,
      },
      {
        ...at("ownResponses"),
        label: wording.dashboard.response,
        icon: "M4 4v16h16M8 16v-4M12.5 16V7M17 16v-6",
      },
    ],
    more: [
      {
        ...at("ownSurveys"),
        label: t.links.ownSurveys,
        icon: "M5 3h14v18H5zM8.5 8h7M8.5 12h7M8.5 16h4",
        directed: true,
      },
    ],
    unlinked: [at("editSurvey"), at("ownResults")],
  },
];
