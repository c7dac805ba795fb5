import { Link, useLocation } from "react-router";
import * as wording from "#words/specified";
import { pages } from "../../contract/pages.ts";
import { SITE_NAME } from "../../contract/site.ts";
import { Logo } from "../components/logo.tsx";
import { useSession } from "../identity/session.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

const links = [
  { to: pages.surveys, label: wording.nav.surveys },
  { to: pages.transparency, label: "Transparency" },
  { to: pages.checkReceipt, label: "Check a receipt" },
  { to: pages.aboutResults, label: "What a result tells" },
  { to: pages.contact, label: wording.nav.contact },
  { to: pages.privacy, label: "Privacy" },
  { to: pages.terms, label: "Terms" },
  { to: pages.refunds, label: "Refunds" },
];
// First: on wide screens the row ends at the right, so no other link moves when this one comes.
const linksWithPro = [{ to: pages.becomePro, label: wording.nav.becomePro }, ...links];

export function Footer() {
  const { can } = useSession();
  const isDashboard = useLocation().pathname.startsWith(pages.dashboard);
  const shown = can("pro:buy") ? linksWithPro : links;
  return (
    <footer className="mt-auto print:hidden border-t border-base-300 bg-base-200">
      <div className="mx-auto grid max-w-site gap-8 px-gutter py-12 md:grid-cols-[1fr_auto] md:items-end">
        <div className="grid gap-4">
          <Logo className="size-11" />
          <p className="font-display text-subtitle text-balance">
            Providing reliable tech since 1992
          </p>
        </div>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-5">
            {shown.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="inline-block py-2.5 link-hover link">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid gap-1 text-sm text-muted">
          <p>Copyright © 2023 {SITE_NAME}</p>
          {/* For those who run the site, and report what is wrong with it. */}
          {isDashboard && <p>Version {import.meta.env.VITE_BUILD}</p>}
        </div>
        <ThemeSwitch />
      </div>
    </footer>
  );
}
