import * as t from "#words/session";
import * as wording from "#words/specified";
import { alerts } from "../../lib/alerts.ts";
import { useSession } from "./session.tsx";

/** Logs out and says how it went. False if the person is still logged in. */
export function useLogOut(): (leave?: () => Promise<void> | void) => Promise<boolean> {
  const { logOut } = useSession();
  return async (leave) => {
    try {
      await logOut(leave);
      alerts.succeeded(wording.alerts.loggedOut);
      return true;
    } catch (error) {
      console.error("Log-out:", error);
      void alerts.show({
        icon: "error",
        title: t.stillLoggedIn,
        text: t.serverMissing,
      });
      return false;
    }
  };
}
