import { NavLink, useLocation } from "react-router";
import { label, names } from "#words/profileTabs";
import { type PageName, pageNames, pages } from "../../../contract/pages.ts";
import type { Permission } from "../../../contract/permissions.ts";
import { useSession } from "./session.tsx";

/** The pages of one's own account: those that have a word here. */
const tabs = pageNames.filter((name): name is PageName & keyof typeof names => name in names);

const showCurrent = (row: HTMLElement | null) =>
  row
    ?.querySelector("[aria-current]")
    ?.scrollIntoView({ inline: "center", block: "nearest", behavior: "instant" });

/** Links between the pages of one's own account. */
export function ProfileTabs() {
  const { can } = useSession();
  const { pathname } = useLocation();
  const needs: Partial<Record<PageName, Permission>> = {
    webhooks: "webhook:manage",
    becomeSurveyor: "surveyor:ask",
  };
  function isShown(name: PageName): boolean {
    const permission = needs[name];
    return !permission || pages[name] === pathname || can(permission);
  }
  return (
    <nav aria-label={label} className="min-w-0">
      {/* In one line, which scrolls on a phone: a tab that comes with the session moves nothing. */}
      <ul
        ref={showCurrent}
        className="-m-1 flex gap-2 overflow-x-auto p-1 whitespace-nowrap *:shrink-0"
      >
        {tabs.filter(isShown).map((name) => (
          <li key={name}>
            <NavLink
              to={pages[name]}
              end
              className={({ isActive }) =>
                `btn rounded-full ${isActive ? "btn-neutral" : "border-base-300 bg-base-100"}`
              }
            >
              {names[name]}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
