import { useNavigate } from "react-router";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { useLogOut } from "./log-out.ts";
import { useSession } from "./session.tsx";

export function LogoutButton({ className = "" }: { className?: string }) {
  const { loading } = useSession();
  const logOut = useLogOut();
  const navigate = useNavigate();

  // Before the log-out, because the guard of a protected page would ask to log in again.
  const leave = () => navigate(pages.home);

  return (
    <button
      type="button"
      className={`btn ${className}`}
      disabled={loading}
      onClick={() => void logOut(leave)}
    >
      {wording.nav.logout}
    </button>
  );
}
