import { Suspense } from "react";
import { Outlet, type RouteObject, useLocation, useRoutes } from "react-router";
import * as common from "#words/common";
import {
  type PageName,
  type PageRules,
  type PagesWith,
  pages,
  pageTable,
  rulesOf,
} from "../../contract/pages.ts";
import type { Permission } from "../../contract/permissions.ts";
import { ErrorBoundary } from "../components/error-boundary.tsx";
import { type PageModule, page } from "../components/lazy-page.tsx";
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

// The same for all three, so that going from one to another loads nothing.
const legalPage = () => import("./pages/legal-page.tsx");

/** The code of each page. The dashboard has its own, and frames on other sites have none of it. */
const code: Record<
  Exclude<PageName, DashboardPageName | PagesWith<{ framed: true }>>,
  PageModule
> = {
  home: () => import("./pages/home-page.tsx"),
  surveys: () => import("./pages/survey-list-page.tsx"),
  survey: () => import("./pages/survey-page.tsx"),
  results: () => import("./pages/results-page.tsx"),
  poster: () => import("./pages/poster-page.tsx"),
  transparency: () => import("./pages/transparency-page.tsx"),
  aboutResults: () => import("./pages/about-results-page.tsx"),
  privacy: legalPage,
  terms: legalPage,
  refunds: legalPage,
  contact: () => import("./pages/contact-page.tsx"),
  voteReceipt: () => import("./pages/vote-receipt-page.tsx"),
  checkReceipt: () => import("./pages/check-receipt-page.tsx"),
  castBallot: () => import("./pages/cast-ballot-page.tsx"),
  register: () => import("./pages/register-page.tsx"),
  login: () => import("./pages/login-page.tsx"),
  forgotPassword: () => import("./pages/forgot-password-page.tsx"),
  resetPassword: () => import("./pages/reset-password-page.tsx"),
  verifyEmail: () => import("./pages/verify-email-page.tsx"),
  socialPopup: () => import("./pages/social-popup-page.tsx"),
  becomePro: () => import("./pages/become-pro-page.tsx"),
  paymentReceipt: () => import("./pages/payment-receipt-page.tsx"),
  profile: () => import("./pages/profile-page.tsx"),
  activity: () => import("./pages/activity-page.tsx"),
  security: () => import("./pages/security-page.tsx"),
  becomeSurveyor: () => import("./pages/become-surveyor-page.tsx"),
  dashboard: () => import("./dashboard-router.tsx"),
};
type SitePageName = keyof typeof code;
type GuardedName = SitePageName & PagesWith<{ access: readonly Permission[] }>;

/** What people without the permission are told. */
const guards: Record<GuardedName, Omit<RequireStandingProps, "anyOf">> = {
  survey: { why: { toVote: true }, pageWaits: true },
  dashboard: { why: { refusal: "dashboard" } },
};

function routesOf(names: SitePageName[]): RouteObject[] {
  return names.map((name) => ({
    path: name === "dashboard" ? `${pages.dashboard}/*` : pages[name],
    element: page(code[name]),
  }));
}

/** In a popup: without the navbar, whoever is signed in. */
function isAlone(name: SitePageName): boolean {
  return rulesOf(name).needs === "popup";
}

const all = Object.keys(code) as SitePageName[];
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
