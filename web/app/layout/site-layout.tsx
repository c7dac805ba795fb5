import { Outlet } from "react-router";
import * as t from "#words/layout";
import { useCanonicalAddress } from "./canonical.ts";
import { Footer } from "./footer.tsx";
import { LanguageOffer } from "./language-offer.tsx";
import { Navbar } from "./navbar.tsx";
import { ReadOnlyNotice } from "./read-only-notice.tsx";
import { useScrollMemory } from "./scroll-memory.ts";

export function SiteLayout() {
  useScrollMemory();
  useCanonicalAddress();
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link print:hidden">
        {t.skipToContent}
      </a>
      <LanguageOffer />
      <Navbar />
      <ReadOnlyNotice />
      {/* As high as the screen from the start, so that the footer does not jump when a page loads. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100lvh-var(--navbar-height))] grow">
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
