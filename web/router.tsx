import { Outlet, type RouteObject } from "react-router";
import { pages } from "../contract/pages.ts";
import { ProgressBar } from "./components/progress-bar.tsx";
import { SessionProvider } from "./identity/session.tsx";
import { RequireLogin, RequireStanding } from "./layout/guards.tsx";
import { SiteLayout } from "./layout/site-layout.tsx";
import { ErrorPage } from "./pages/error-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";

const openPages = [
  { path: pages.home, lazy: () => import("./pages/home-page.tsx") },
  { path: pages.contact, lazy: () => import("./pages/contact-page.tsx") },
  { path: pages.surveys, lazy: () => import("./pages/survey-list-page.tsx") },
  { path: pages.login, lazy: () => import("./pages/login-page.tsx") },
  { path: pages.register, lazy: () => import("./pages/register-page.tsx") },
  { path: pages.forgotPassword, lazy: () => import("./pages/forgot-password-page.tsx") },
  { path: pages.resetPassword, lazy: () => import("./pages/reset-password-page.tsx") },
  { path: pages.verifyEmail, lazy: () => import("./pages/verify-email-page.tsx") },
  { path: "*", element: <NotFoundPage /> },
];

const pagesBehindLogin = {
  element: <RequireLogin />,
  children: [
    { path: pages.becomePro, lazy: () => import("./pages/become-pro-page.tsx") },
    { path: pages.profile, lazy: () => import("./pages/profile-page.tsx") },
  ],
};

const survey = {
  element: (
    <RequireStanding
      anyOf={["survey:take-part"]}
      refusal="To open a survey and vote, log in with an account that may take part."
    />
  ),
  children: [{ path: pages.survey, lazy: () => import("./pages/survey-page.tsx") }],
};

const dashboard = {
  element: (
    <RequireStanding
      anyOf={["survey:create", "overview:read"]}
      refusal="The dashboard is for surveyors and admins."
    />
  ),
  children: [{ path: pages.dashboard, lazy: () => import("./pages/dashboard-page.tsx") }],
};

/** Everything that has the navbar and knows who is signed in. */
const site = {
  element: (
    <SessionProvider>
      <SiteLayout />
    </SessionProvider>
  ),
  // Around the pages only: one that breaks leaves the navigation standing.
  children: [
    { errorElement: <ErrorPage />, children: [...openPages, pagesBehindLogin, survey, dashboard] },
  ],
};

const socialPopup = {
  path: pages.socialPopup,
  lazy: () => import("./pages/social-popup-page.tsx"),
};

export const pageRoutes: RouteObject[] = [
  {
    element: <Outlet />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <ProgressBar label="Loading" />,
    children: [site, socialPopup],
  },
];
