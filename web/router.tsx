import { Suspense } from "react";
import { Outlet, type RouteObject, useLocation, useRoutes } from "react-router";
import { pages } from "../contract/pages.ts";
import { ErrorBoundary } from "./components/error-boundary.tsx";
import { page } from "./components/lazy-page.tsx";
import { ProgressBar } from "./components/progress-bar.tsx";
import { ConfirmIdentityHost } from "./identity/confirm-identity-host.tsx";
import { SessionProvider } from "./identity/session.tsx";
import { RequireLogin, RequireStanding } from "./layout/guards.tsx";
import { HeadingFocus } from "./layout/heading-focus.tsx";
import { SiteLayout } from "./layout/site-layout.tsx";
import { ErrorPage } from "./pages/error-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { ReceiptWatch } from "./record/receipt-watch.tsx";

const legalPage = page(() => import("./pages/legal-page.tsx"));

const openPages = [
  { path: pages.home, element: page(() => import("./pages/home-page.tsx")) },
  { path: pages.contact, element: page(() => import("./pages/contact-page.tsx")) },
  { path: pages.transparency, element: page(() => import("./pages/transparency-page.tsx")) },
  { path: pages.aboutResults, element: page(() => import("./pages/about-results-page.tsx")) },
  { path: pages.privacy, element: legalPage },
  { path: pages.terms, element: legalPage },
  { path: pages.refunds, element: legalPage },
  { path: pages.surveys, element: page(() => import("./pages/survey-list-page.tsx")) },
  { path: pages.results, element: page(() => import("./pages/results-page.tsx")) },
  { path: pages.checkReceipt, element: page(() => import("./pages/check-receipt-page.tsx")) },
  { path: pages.login, element: page(() => import("./pages/login-page.tsx")) },
  { path: pages.register, element: page(() => import("./pages/register-page.tsx")) },
  { path: pages.forgotPassword, element: page(() => import("./pages/forgot-password-page.tsx")) },
  { path: pages.resetPassword, element: page(() => import("./pages/reset-password-page.tsx")) },
  { path: pages.verifyEmail, element: page(() => import("./pages/verify-email-page.tsx")) },
  { path: "*", element: <NotFoundPage /> },
];

const pagesBehindLogin = {
  element: <RequireLogin />,
  children: [
    { path: pages.becomePro, element: page(() => import("./pages/become-pro-page.tsx")) },
    { path: pages.receipt, element: page(() => import("./pages/payment-receipt-page.tsx")) },
    { path: pages.voteReceipt, element: page(() => import("./pages/vote-receipt-page.tsx")) },
    { path: pages.profile, element: page(() => import("./pages/profile-page.tsx")) },
    { path: pages.activity, element: page(() => import("./pages/activity-page.tsx")) },
    {
      path: pages.becomeSurveyor,
      element: page(() => import("./pages/become-surveyor-page.tsx")),
    },
    { path: pages.security, element: page(() => import("./pages/security-page.tsx")) },
  ],
};

const survey = {
  element: <RequireStanding anyOf={["survey:take-part"]} why={{ toVote: true }} pageWaits />,
  children: [{ path: pages.survey, element: page(() => import("./pages/survey-page.tsx")) }],
};

const dashboard = {
  element: (
    <RequireStanding
      anyOf={["survey:create", "overview:read"]}
      why={{ refusal: "The dashboard is for surveyors and admins." }}
    />
  ),
  children: [
    { path: `${pages.dashboard}/*`, element: page(() => import("./dashboard-router.tsx")) },
  ],
};

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
    { element: <AnyPage />, children: [...openPages, pagesBehindLogin, survey, dashboard] },
  ],
};

const socialPopup = {
  path: pages.socialPopup,
  element: page(() => import("./pages/social-popup-page.tsx")),
};

export const pageRoutes: RouteObject[] = [site, socialPopup];

const showError = (error: unknown, retry: () => void) => <ErrorPage error={error} retry={retry} />;

/** Waits for a page's code, and shows the error page if the page fails. */
function AnyPage() {
  const { pathname } = useLocation();
  return (
    <Suspense fallback={<ProgressBar label="Loading" />}>
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
