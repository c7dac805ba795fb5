import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Notice } from "../components/notice.tsx";
import { useRouteMemory } from "../lib/route-memory.ts";
import { confirmationWaysQuery } from "./second-factors.ts";

/** For an admin who was sent here to set up a second factor: the reason, and a link back. */
export function SecondFactorDemand() {
  const { secondFactorNeeded, origin } = useRouteMemory();
  const { data: ways } = useQuery(confirmationWaysQuery);
  if (!secondFactorNeeded || !ways) return null;
  if (ways.twoFactor || ways.passkeys > 0) {
    return (
      <Notice
        tone="success"
        actions={
          origin && (
            <Link to={origin} className="btn btn-primary">
              Go on
            </Link>
          )
        }
      >
        Thank you. You can act as an admin now.
      </Notice>
    );
  }
  return (
    <Notice tone="warning">
      Admins of this site need a second factor. Set up two-factor sign-in or add a passkey, and then
      go on.
    </Notice>
  );
}
