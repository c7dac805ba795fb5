import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import * as builtIn from "#words/footer";
import * as t from "#words/layout";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { linkTo } from "../../components/link-to.tsx";
import { Logo } from "../../components/logo.tsx";
import { ownLanguage } from "../../lib/language.ts";
import { settingsQuery, useBrand } from "../../lib/settings.ts";
import { useSession } from "../../people/identity/session.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

const links = [
  { to: pages.surveys, label: wording.nav.surveys },
  { to: pages.transparency, label: t.footerLinks.transparency },
  { to: pages.checkReceipt, label: t.footerLinks.checkReceipt },
  { to: pages.aboutResults, label: t.footerLinks.aboutResults },
  { to: pages.contact, label: wording.nav.contact },
  { to: pages.privacy, label: t.footerLinks.privacy },
  { to: pages.terms, label: t.footerLinks.terms },
  { to: pages.refunds, label: t.footerLinks.refunds },
];
// First: on wide screens the row ends at the edge, so no other link moves when this one comes.
const linksWithPro = [{ to: pages.becomePro, label: wording.nav.becomePro }, ...links];

export function Footer() {
  const { can } = useSession();
  const isDashboard = useLocation().pathname.startsWith(pages.dashboard);
  const { name: site } = useBrand();
  const own = useQuery(settingsQuery).data?.footers[ownLanguage];
  const shown = can("pro:buy") ? linksWithPro : links;
  return (
    <footer className="mt-auto print:hidden border-t border-base-300 bg-base-200">
      <div className="mx-auto grid max-w-site gap-8 px-gutter py-12 md:grid-cols-[1fr_auto] md:items-end">
        <div className="grid gap-4">
          <Logo className="size-11" />
          <p dir="auto" className="font-display text-subtitle text-balance">
            {own?.motto ?? builtIn.motto}
          </p>
        </div>
        <nav aria-label={t.footer}>
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
        <div className="md:col-span-2">
          <LanguageSwitch />
          {ownLanguage !== "en" && (
            <p className="text-sm text-pretty text-muted">
              {t.unread({ link: linkTo(`${pages.contact}?about=translation`) })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-6 md:col-span-2">
          <div className="grid gap-1 text-sm text-muted">
            <p dir="auto">{own?.copyright ?? builtIn.copyright({ site })}</p>
            {/* For those who run the site, and report what is wrong with it. */}
            {isDashboard && <p>{t.version({ build: import.meta.env.VITE_BUILD })}</p>}
          </div>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}
