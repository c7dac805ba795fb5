import { NavLink } from "react-router";
import { pages } from "../../../contract/pages.ts";

export interface NavTarget {
  to: string;
  label: string;
}

/** NavLink sets aria-current, which the style of `nav-link` reads. */
export function NavLinks({ links, stacked }: { links: NavTarget[]; stacked?: boolean }) {
  return (
    <ul className={stacked ? "grid gap-1" : "flex items-center gap-1"}>
      {links.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end={to === pages.home} className="nav-link">
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
