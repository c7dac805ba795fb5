import { NavLink, useLocation } from "react-router";
import * as t from "#words/profileTabs";
import { pages } from "../../../contract/pages.ts";
import { useSession } from "./session.tsx";

const tabs = [
  { to: pages.profile, label: t.profile },
  { to: pages.activity, label: t.activity },
  { to: pages.security, label: t.security },
  { to: pages.tokens, label: t.tokens },
  { to: pages.becomeSurveyor, label: t.becomeSurveyor },
];

/** Links between the pages of one's own account. */
export function ProfileTabs() {
  const { can } = useSession();
  const { pathname } = useLocation();
  const isShown = (to: string) =>
    to !== pages.becomeSurveyor || to === pathname || can("surveyor:ask");
  return (
    <nav aria-label={t.label}>
      <ul className="flex flex-wrap gap-2">
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
