import type { suspicionRoutes } from "../../../contract/suspicion.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { Every } from "../../process/every.ts";
import type { Asides } from "../votes/aside-queries.ts";
import { suspicionHandlers } from "./handlers.ts";
import { lookAtDue } from "./summary-queries.ts";

interface Deps {
  db: Database;
  every: Every;
  asides: Asides;
}

// An admin looks some times a day. A survey that gets many votes is looked at again each time.
const EVERY_MS = 10 * 60_000;

/** Looks at surveys with new votes while the server runs, and serves what stands out. */
export function mountSuspicion({ db, every, asides }: Deps): Handlers<typeof suspicionRoutes> {
  every(EVERY_MS, (signal) => lookAtDue(db, signal), {
    name: "suspicion",
    failure: "votes not looked at, will be retried",
  });
  return suspicionHandlers({ db, asides });
}
