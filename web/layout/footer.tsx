import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { wording } from "../../contract/wording.ts";
import { Logo } from "../components/logo.tsx";
import { useSession } from "../identity/session.tsx";

const links = [
  { to: pages.surveys, label: wording.nav.surveys },
  { to: pages.contact, label: wording.nav.contact },
  { to: pages.becomePro, label: wording.nav.becomePro },
];

export function Footer() {
  const { can } = useSession();
  // Its room stays, so that nothing moves once it is known who is signed in.
  const look = (to: string) => (to === pages.becomePro && !can("pro:buy") ? "invisible" : "");
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
            {links.map(({ to, label }) => (
              <li key={to} className={look(to)}>
                <Link to={to} className="inline-block py-2.5 link-hover link">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className="text-sm text-muted">Copyright © 2023 {wording.siteTitle}</p>
      </div>
    </footer>
  );
}
