import { Link, useLocation } from "react-router";
import * as t from "#words/layout";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { isProUser } from "../../../contract/permissions.ts";
import { Avatar } from "../../components/avatar.tsx";
import { srOnly } from "../../components/sr-only.tsx";
import { originAt } from "../../lib/route-memory.ts";
import { LogoutButton } from "../../people/identity/logout-button.tsx";
import { useSession } from "../../people/identity/session.tsx";

/** Who is signed in, or the way to sign in. */
export function Account() {
  const { user, loading, standing } = useSession();
  const location = useLocation();

  if (!user) {
    return loading ? (
      <span className="skeleton block h-11 w-36 noscript:hidden" aria-hidden="true" />
    ) : (
      <Link to={pages.login} state={{ origin: originAt(location) }} className="btn btn-primary">
        {wording.nav.loginOrRegister}
      </Link>
    );
  }
  return (
    <div className="flex items-center justify-between gap-3">
      <Link
        to={pages.profile}
        className="flex min-w-0 items-center gap-2.5 rounded-full py-0.5 pe-3 ps-0.5 hover:bg-base-200"
      >
        <Avatar name={user.displayName || user.email} photoUrl={user.photoURL} />
        {t.ownProfile({
          name: () => (
            <bdi className="max-w-44 truncate font-semibold">{user.displayName || user.email}</bdi>
          ),
          unseen: srOnly,
        })}
        {standing && isProUser(standing) && (
          <span className="badge badge-primary font-bold">{wording.nav.proBadge}</span>
        )}
      </Link>
      <LogoutButton className="btn-outline" />
    </div>
  );
}
