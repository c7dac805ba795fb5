import { useNavigate } from "react-router";
import { pages } from "../../contract/pages.ts";
import { wording } from "../../contract/wording.ts";
import { useLogOut } from "./log-out.ts";
import { useSession } from "./session.tsx";

export function LogoutButton({ className = "" }: { className?: string }) {
  const { loading } = useSession();
  const logOut = useLogOut();
  const navigate = useNavigate();

  async function leave() {
    // Before the log-out, because the guard of a protected page would ask to log in again.
    await navigate(pages.home);
    await logOut();
  }

  return (
    <button
      type="button"
      className={`btn ${className}`}
      disabled={loading}
      onClick={() => void leave()}
    >
      {wording.nav.logout}
    </button>
  );
}
