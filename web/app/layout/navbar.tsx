import { Suspense, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import * as t from "#words/layout";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { isNormalUser, isProUser } from "../../../contract/permissions.ts";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { lazyPart } from "../../components/lazy-page.tsx";
import { Logo } from "../../components/logo.tsx";
import { useBrand } from "../../lib/settings.ts";
import { type Session, useSession } from "../../people/identity/session.tsx";
import { Account } from "./account.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { NavLinks, type NavTarget } from "./nav-links.tsx";

// Lazy, because visitors have none, and the landing page must stay small.
const NoticesBell = lazyPart(() => import("../../people/notices/bell.tsx"));

/** As wide, so that nothing moves. */
const noBell = <span className="size-11" />;

const allLinks: NavTarget[] = [
  { to: pages.home, label: wording.nav.home },
  { to: pages.contact, label: wording.nav.contact },
  { to: pages.surveys, label: wording.nav.surveys },
  { to: pages.dashboard, label: wording.nav.dashboard },
  { to: pages.becomePro, label: wording.nav.becomePro },
];

function showsWhenWide({ to }: NavTarget, { user, loading, standing }: Session): boolean {
  if (to === pages.becomePro) return standing !== null && isNormalUser(standing);
  if (to !== pages.dashboard) return true;
  if (!standing) return !user && !loading;
  // An admin who is also a pro user still has a dashboard.
  return standing.admin || !(isNormalUser(standing) || isProUser(standing));
}

export function Navbar() {
  const session = useSession();
  return (
    <header className="print:hidden sticky top-0 z-10 border-b border-base-300 bg-base-100">
      <div className="mx-auto flex h-(--navbar-height) max-w-site items-center gap-2 px-gutter">
        <Link
          to={pages.home}
          className="me-auto flex items-center gap-2.5 rounded-field py-1 lg:me-6"
        >
          <Logo />
          <SiteName />
        </Link>
        {/* At the start, so that no link moves once it is known who is signed in. */}
        <nav aria-label={t.mainNavigation} className="me-auto hidden lg:block">
          <NavLinks links={allLinks.filter((link) => showsWhenWide(link, session))} />
        </nav>
        {session.standing && (
          <Suspense fallback={noBell}>
            <ErrorBoundary fallback={() => noBell}>
              <NoticesBell />
            </ErrorBoundary>
          </Suspense>
        )}
        <div className="hidden ps-4 lg:block">
          <Account />
        </div>
        <Menu />
      </div>
    </header>
  );
}

// As many letters as fit on one line beside the mark on a small phone. Longer names have two.
const SHORT_NAME = 18;

function SiteName() {
  const { name } = useBrand();
  const size = name.length > SHORT_NAME ? "line-clamp-2 text-base/tight" : "text-xl";
  return (
    <span dir="auto" className={`font-display font-extrabold tracking-tight ${size}`}>
      {name}
    </span>
  );
}

const MENU_ID = "site-menu";

/** A native popover: Esc and a click outside close it, and the focus goes back to the button. */
function Menu() {
  const menu = useRef<HTMLDivElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu.
  useEffect(() => menu.current?.hidePopover(), [key]);

  return (
    <div className="lg:hidden">
      <button type="button" className="btn btn-ghost btn-square" popoverTarget={MENU_ID}>
        <svg viewBox="0 0 24 24" className="size-6 rtl:-scale-x-100" aria-hidden="true">
          <path d="M3 6h18M3 12h18M3 18h12" stroke="currentColor" strokeWidth="2.5" />
        </svg>
        <span className="sr-only">{t.menu}</span>
      </button>
      <div ref={menu} id={MENU_ID} popover="auto" className="site-menu">
        <nav aria-label={t.menu}>
          <NavLinks links={allLinks} stacked />
        </nav>
        <div className="mt-4 border-t border-base-300 pt-4">
          <Account />
        </div>
        <div className="mt-4 border-t border-base-300 pt-2">
          <LanguageSwitch />
        </div>
      </div>
    </div>
  );
}
