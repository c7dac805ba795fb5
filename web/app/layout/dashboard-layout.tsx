import { useEffect, useRef } from "react";
import { NavLink, Outlet } from "react-router";
import { pages } from "../../../contract/pages.ts";
import { srOnly } from "../../components/sr-only.tsx";
import { StrokeIcon } from "../../components/stroke-icon.tsx";
import { useSession } from "../../people/identity/session.tsx";
import { CountBadge } from "../../people/notices/count-badge.tsx";
import { useWaiting } from "../../people/notices/queries.ts";
import type { DashboardGroup, DashboardLink } from "../dashboard-pages.ts";
import "./dashboard-layout.css";
import * as t from "#words/dashboard";
import * as wording from "#words/specified";

const HOME: DashboardLink = {
  path: pages.home,
  label: wording.nav.home,
  icon: "m3 11 9-8 9 8M6 9v11h12V9M10 20v-6h4v6",
};

/** Links by role beside the page; on small screens a row above it that scrolls sideways. */
export function DashboardLayout({ groups }: { groups: DashboardGroup[] }) {
  const { can } = useSession();
  const shown = groups.filter(({ permission }) => can(permission));
  return (
    <div className="mx-auto w-full max-w-site lg:grid lg:grid-cols-[auto_minmax(0,1fr)]">
      <Sidebar>
        {shown.map(({ name, nameOfMore, specified, more }) => (
          <div key={name} className="flex shrink-0 gap-1 lg:grid">
            {shown.length > 1 && (
              <p className="self-center px-3.5 text-sm font-bold text-muted lg:pb-1">{name}</p>
            )}
            <SidebarLinks name={name} links={[...specified, HOME]} />
            <span className="my-2 border-e border-base-300 lg:mx-3.5 lg:border-e-0 lg:border-b" />
            <SidebarLinks name={nameOfMore} links={more} />
          </div>
        ))}
      </Sidebar>
      <div className="min-w-0 [--page-space:clamp(1.75rem,4vw,3rem)]">
        <Outlet />
      </div>
    </div>
  );
}

function Sidebar({ children }: { children: React.ReactNode }) {
  const nav = useRef<HTMLElement>(null);

  // The row may be wider than the screen, so the current link is scrolled to its middle.
  useEffect(() => {
    const row = nav.current;
    const current = row?.querySelector<HTMLElement>("[aria-current]");
    if (!row || !current) return;
    row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, []);

  return (
    <nav
      ref={nav}
      aria-label={t.navigation}
      // Otherwise a browser does not scroll if the link is mostly visible.
      onFocus={({ target }) => target.scrollIntoView({ block: "nearest", inline: "nearest" })}
      className="flex scroll-px-gutter gap-6 overflow-x-auto border-b border-base-300 px-gutter py-2 lg:sticky lg:top-(--navbar-height) lg:grid lg:max-h-[calc(100dvh-var(--navbar-height))] lg:w-60 lg:content-start lg:gap-8 lg:self-start lg:overflow-y-auto lg:border-b-0 lg:py-12 lg:pe-0"
    >
      {children}
    </nav>
  );
}

function SidebarLinks({ name, links }: { name: string; links: DashboardLink[] }) {
  const waitingAt = useWaiting();
  return (
    <ul aria-label={name} className="flex gap-1 lg:grid">
      {links.map((link) => (
        <li key={link.path}>
          <SidebarLink link={link} waiting={waitingAt(link.path)} />
        </li>
      ))}
    </ul>
  );
}

function SidebarLink({ link, waiting }: { link: DashboardLink; waiting: number }) {
  const { path, label, icon, directed } = link;
  return (
    <NavLink to={path} end={path === pages.home} className="side-link">
      <StrokeIcon d={icon} className="size-5 shrink-0" directed={directed} />
      {label}
      {waiting > 0 &&
        t.waiting({
          count: waiting,
          // On a small screen it lies over the link, so that no link moves when it appears.
          badge: () => (
            <CountBadge count={waiting} className="absolute start-6 top-0 lg:static lg:ms-auto" />
          ),
          unseen: srOnly,
        })}
    </NavLink>
  );
}
