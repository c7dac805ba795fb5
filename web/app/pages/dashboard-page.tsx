import { type RouteObject, useRoutes } from "react-router";
import { pages } from "../../../contract/pages.ts";
import { page } from "../../components/lazy-page.tsx";
import { dashboardGroups } from "../dashboard-pages.ts";
import { DashboardLayout } from "../layout/dashboard-layout.tsx";
import { DashboardStart } from "../layout/dashboard-start.tsx";
import { RequireStanding } from "../layout/guards.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

/** People without the permission see for whom a page is. */
const guardedPages: RouteObject[] = dashboardGroups.flatMap((group) =>
  [...group.specified, ...group.more, ...group.unlinked].map(({ path, access, load }) => ({
    element: <RequireStanding anyOf={access} why={{ refusal: group.refusal }} />,
    // Paths in here are relative to the dashboard's path.
    children: [{ path: path.slice(`${pages.dashboard}/`.length), element: page(load) }],
  })),
);

const pageRoutes: RouteObject[] = [
  {
    element: <DashboardLayout groups={dashboardGroups} />,
    children: [
      { index: true, element: <DashboardStart /> },
      ...guardedPages,
      { path: "*", element: <NotFoundPage /> },
    ],
  },
];

/** The dashboard's pages, in a separate file so that visitors don't load them. */
export function Component() {
  return useRoutes(pageRoutes);
}
