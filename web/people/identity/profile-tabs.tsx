import { NavLink, useLocation } from "react-router";
import * as t from "#words/profileTabs";
import { pages } from "../../../contract/pages.ts";
import type { Permission } from "../../../contract/permissions.ts";
import { useSession } from "./session.tsx";

const tabs = [
  { to: pages.profile, label: t.profile },
  { to: pages.activity, label: t.activity },
  { to: pages.news, label: t.news },
  { to: pages.security, label: t.security },
  { to: pages.tokens, label: t.tokens },
  { to: pages.webhooks, label: t.webhooks },
  { to: pages.becomeSurveyor, label: t.becomeSurveyor },
];

const showCurrent = (row: HTMLElement | null) =>
  row
    ?.querySelector("[aria-current]")
    ?.scrollIntoView({ inline: "center", block: "nearest", behavior: "instant" });

/** Links between the pages of one's own account. */
export function ProfileTabs() {
  const { can } = useSession();
  const { pathname } = useLocation();
  const needs: Record<string, Permission> = {
    [pages.webhooks]: "webhook:manage",
    [pages.becomeSurveyor]: "surveyor:ask",
  };
  function isShown(to: string): boolean {
    const permission = needs[to];
    return !permission || to === pathname || can(permission);
  }
  return (
    <nav aria-label={t.label} className="min-w-0">
      {/* In one line, which scrolls on a phone: a tab that comes with the session moves nothing. */}
      <ul
        ref={showCurrent}
        className="-m-1 flex gap-2 overflow-x-auto p-1 whitespace-nowrap *:shrink-0"
      >
        {tabs
          .filter(({ to }) => isShown(to))
          .map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                className={({ isActive }) =>
                  `btn rounded-full ${isActive ? "btn-neutral" : "border-base-300 bg-base-100"}`
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
