import { Link } from "react-router";
import * as t from "#words/notices";
import type { Reply } from "../../../contract/route.ts";
import type { routes } from "../../../contract/routes.ts";
import { sayCount } from "./count-badge.tsx";
import { queues } from "./queries.ts";

interface WaitingProps {
  counts: Reply<typeof routes.readWaiting> | undefined;
  isError: boolean;
}

/** What waits for an admin, each with the way to it. */
export function Waiting({ counts, isError }: WaitingProps) {
  const waiting = queues.filter(({ of }) => counts && counts[of] > 0);
  if (isError) return <p className="text-muted">{t.waitingUnknown}</p>;
  if (counts && waiting.length === 0) return <p className="text-muted">{t.nothingWaits}</p>;
  return (
    <ul aria-label={t.waitingForYou} className="-mx-3 grid gap-1">
      {waiting.map(({ of, path }) => (
        <li key={of}>
          <Link to={path} className="block rounded-field px-3 py-2 hover:bg-base-200">
            <strong className="tabular-nums">{sayCount(counts?.[of] ?? 0)}</strong>{" "}
            {t.waiting[of]({ count: counts?.[of] ?? 0 })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
