import { Link, useNavigate } from "react-router";
import { pages } from "../../contract/pages.ts";
import { wording } from "../../contract/wording.ts";
import { Notice } from "../components/notice.tsx";
import { useSession } from "../identity/session.tsx";
import { useRouteMemory } from "../lib/route-memory.ts";

/** Says why a guard sent the person here, and how they can get access. */
export function RefusalNotice() {
  const { user, can, logOut } = useSession();
  const { refusal, origin, helpedBy } = useRouteMemory();
  const navigate = useNavigate();
  if (!refusal) return null;

  async function changeAccount() {
    await logOut();
    await navigate(pages.login, { state: { origin } });
  }

  return (
    <div className="mx-auto w-full max-w-site px-gutter pt-6">
      <Notice
        tone="warning"
        actions={
          user ? (
            <>
              {helpedBy && can(helpedBy) && (
                <Link to={pages.becomePro} state={{ origin }} className="btn btn-primary">
                  {wording.nav.becomePro}
                </Link>
              )}
              <button
                type="button"
                className="btn btn-outline"
                onClick={() => changeAccount().catch(console.error)}
              >
                Use another account
              </button>
            </>
          ) : (
            <Link to={pages.login} state={{ origin }} className="btn btn-primary">
              Log in
            </Link>
          )
        }
      >
        {refusal}
        {user && ` You are logged in as ${user.email}.`}
      </Notice>
    </div>
  );
}
