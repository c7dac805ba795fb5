import { NavLink } from "react-router";
import { pages } from "../../contract/pages.ts";

const tabs = [
  { to: pages.profile, label: "Profile" },
  { to: pages.activity, label: "Votes and comments" },
  { to: pages.security, label: "Security" },
];

/** Links between the pages of one's own account. */
export function ProfileTabs() {
  return (
    <nav aria-label="Your account">
      <ul className="flex flex-wrap gap-2">
        {tabs.map(({ to, label }) => (
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
