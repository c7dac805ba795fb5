import { useNavigate } from "react-router";
import { pages } from "../../contract/pages.ts";
import { wording } from "../../contract/wording.ts";
import { alerts } from "../lib/alerts.ts";
import { useSession } from "./session.tsx";

export function LogoutButton({ className = "" }: { className?: string }) {
  const { logOut, loading } = useSession();
  const navigate = useNavigate();

  async function leave() {
    // Before the log-out, because the guard of a protected page would ask to log in again.
    await navigate(pages.home);
    try {
      await logOut();
      void alerts.show({ icon: "success", title: wording.alerts.loggedOut });
    } catch (error) {
      console.error("Log-out:", error);
      void alerts.show({
        icon: "error",
        title: "You are still logged in",
        text: "We could not reach the server. Please try again in a moment.",
      });
    }
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
