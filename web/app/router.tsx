import { Suspense } from "react";
import { Outlet, type RouteObject, useLocation, useRoutes } from "react-router";
import * as common from "#words/common";
import {
  type PageName,
  type PageRules,
  type PagesWith,
  pageNames,
  pages,
  pageTable,
  rulesOf,
} from "../../contract/pages.ts";
import type { Permission } from "../../contract/permissions.ts";
import { ErrorBoundary } from "../components/error-boundary.tsx";
import { codeOf, type Page, page } from "../components/lazy-page.tsx";
import { ProgressBar } from "../components/progress-bar.tsx";
import { ConfirmIdentityHost } from "../people/identity/confirm-identity-host.tsx";
import { SessionProvider } from "../people/identity/session.tsx";
import { ReceiptWatch } from "../record/survey-record/receipt-watch.tsx";
import type { DashboardPageName } from "./dashboard-pages.ts";
import { RequireLogin, RequireStanding, type RequireStandingProps } from "./layout/guards.tsx";
import { HeadingFocus } from "./layout/heading-focus.tsx";
import { SiteLayout } from "./layout/site-layout.tsx";
import { ErrorPage } from "./pages/error-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";

/** Those of the dashboard are in a folder of their own, so that visitors don't load their names. */
const code = import.meta.glob<Page>(["./*-page.tsx", "!./{error,not-found}-page.tsx"], {
  base: "./pages",
});

type SitePageName = Exclude<PageName, DashboardPageName | PagesWith<{ framed: true }>>;
const all = pageNames.filter(
  (name): name is SitePageName =>
    !rulesOf(name).framed && !pages[name].startsWith(`${pages.dashboard}/`),
);

// The same for all three, so that going from one to another loads nothing.
const legal: PageName[] = ["privacy", "terms", "refunds"];

type GuardedName = SitePageName & PagesWith<{ access: readonly Permission[] }>;

/** What people without the permission are told. */
const guards: Record<GuardedName, Omit<RequireStandingProps, "anyOf">> = {
  survey: { why: { toVote: true }, pageWaits: true },
  dashboard: { why: { refusal: "dashboard" } },
};

function routesOf(names: SitePageName[]): RouteObject[] {
  return names.map((name) => ({
    path: name === "dashboard" ? `${pages.dashboard}/*` : pages[name],
    element: page(codeOf(legal.includes(name) ? "legal" : name, code)),
  }));
}

/** In a popup: without the navbar, whoever is signed in. */
function isAlone(name: SitePageName): boolean {
  return rulesOf(name).needs === "popup";
}

const pagesFor = (access: PageRules["access"]) =>
  routesOf(all.filter((name) => rulesOf(name).access === access && !isAlone(name)));

const pagesBehindLogin = { element: <RequireLogin />, children: pagesFor("signed-in") };
const guardedPages = (Object.keys(guards) as GuardedName[]).map((name) => ({
  element: <RequireStanding anyOf={pageTable[name].access} {...guards[name]} />,
  children: routesOf([name]),
}));

/** Everything that has the navbar and knows who is signed in. */
const site = {
  element: (
    <SessionProvider>
      <SiteLayout />
      <ConfirmIdentityHost />
      <ReceiptWatch />
    </SessionProvider>
  ),
  // Around the pages only, so that the navigation stays if a page fails.
  children: [
    {
      element: <AnyPage />,
      children: [
        ...pagesFor("public"),
        pagesBehindLogin,
        ...guardedPages,
        { path: "*", element: <NotFoundPage /> },
      ],
    },
  ],
};

export const pageRoutes: RouteObject[] = [site, ...routesOf(all.filter(isAlone))];

const showError = (error: unknown, retry: () => void) => <ErrorPage error={error} retry={retry} />;

/** Waits for a page's code, and shows the error page if the page fails. */
function AnyPage() {
  const { pathname } = useLocation();
  return (
    <Suspense fallback={<ProgressBar label={common.loading} />}>
      <ErrorBoundary key={pathname} fallback={showError}>
        <Outlet />
      </ErrorBoundary>
      <HeadingFocus />
    </Suspense>
  );
}

export function PageRoutes() {
  const route = useRoutes(pageRoutes);
  return (
    <Suspense>
      <ErrorBoundary fallback={showError}>{route}</ErrorBoundary>
    </Suspense>
  );
}
