import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { Footer } from "./footer.tsx";
import { Navbar } from "./navbar.tsx";

export function SiteLayout() {
  const isLoadingPage = useNavigation().state === "loading";
  useHeadingFocus();
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <Navbar />
      {isLoadingPage && (
        <progress
          className="progress progress-primary fixed inset-x-0 top-0 z-20 h-1 rounded-none"
          aria-label="Loading the page"
        />
      )}
      <main id="main" tabIndex={-1} className="grow">
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
    </div>
  );
}

/** After a navigation the focus moves to the new page's heading, which screen readers then read. */
function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById("main");
    (main?.querySelector("h1") ?? main)?.focus({ preventScroll: true });
  }, [pathname]);
}
