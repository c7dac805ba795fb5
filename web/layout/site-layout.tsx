import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { Footer } from "./footer.tsx";
import { Navbar } from "./navbar.tsx";
import { useScrollMemory } from "./scroll-memory.ts";

export function SiteLayout() {
  useHeadingFocus();
  useScrollMemory();
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <Navbar />
      <main id="main" tabIndex={-1} className="grow">
        <Outlet />
      </main>
      <Footer />
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
