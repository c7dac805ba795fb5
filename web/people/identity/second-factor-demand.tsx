import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as t from "#words/factors";
import { Notice } from "../../components/notice.tsx";
import { useRouteMemory } from "../../lib/route-memory.ts";
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
              {t.goOn}
            </Link>
          )
        }
      >
        {t.demandMet}
      </Notice>
    );
  }
  return <Notice tone="warning">{t.demanded}</Notice>;
}
