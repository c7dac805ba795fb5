import { NavLink, useLocation } from "react-router";
import { pages } from "../../contract/pages.ts";
import { useSession } from "./session.tsx";

const tabs = [
  { to: pages.profile, label: "Profile" },
  { to: pages.activity, label: "Votes and comments" },
  { to: pages.security, label: "Security" },
  { to: pages.becomeSurveyor, label: "Become a surveyor" },
];

/** Links between the pages of one's own account. */
export function ProfileTabs() {
  const { can } = useSession();
  const { pathname } = useLocation();
  const isShown = (to: string) =>
    to !== pages.becomeSurveyor || to === pathname || can("surveyor:ask");
  return (
    <nav aria-label="Your account">
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
