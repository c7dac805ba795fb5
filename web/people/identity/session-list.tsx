import { useQuery } from "@tanstack/react-query";
import * as t from "#words/sessions";
import type { OwnSession } from "../../../contract/identity-calls.ts";
import { PressButton } from "../../components/press-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { StrokeIcon } from "../../components/stroke-icon.tsx";
import { alerts } from "../../lib/alerts.ts";
import { sayDevice, sayPlace } from "../../lib/devices.ts";
import {
  endOtherSessions,
  endSession,
  sessionsQuery,
  useAccountMutation,
} from "./account-queries.ts";

/** Where the person is logged in, this browser first. */
export function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const end = useAccountMutation(endSession);
  const endOthers = useAccountMutation(endOtherSessions);

  if (error && !data) {
    return <RetryNotice title={t.unknown} problem={error} onRetry={refetch} />;
  }
  if (!data) return <div className="skeleton h-40 rounded-panel" />;
  const sessions = data.toSorted((a, b) => Number(b.current) - Number(a.current));

  const endAll = () =>
    alerts.outcome(endOthers.mutateAsync(), {
      done: t.allEnded,
      failed: t.notAllEnded,
    });
  const endOne = (id: string) =>
    alerts.outcome(end.mutateAsync(id), {
      done: t.ended,
      failed: t.notEnded,
    });

  return (
    <div className="grid justify-items-start gap-5">
      <ul className="grid w-full border-t border-base-300 lg:border-t-0">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-base-300 py-4 lg:first:pt-0"
          >
            <StrokeIcon
              d={isPhone(session.deviceCode) ? PHONE : SCREEN}
              className="size-8 shrink-0 text-primary"
            />
            <div className="min-w-0 flex-1 basis-44" id={`session-${session.id}`}>
              <p className="flex flex-wrap items-center gap-x-3 font-semibold">
                {sayDevice(session.deviceCode)}
                {session.current && (
                  <span className="badge badge-success font-semibold">{t.thisBrowser}</span>
                )}
              </p>
              <p className="text-muted first-letter:uppercase">
                {session.current
                  ? t.inUse({ place: placeOf(session) })
                  : t.lastUsed({
                      place: placeOf(session),
                      time: () => <RelativeTime timestamp={session.updatedAt} />,
                    })}
              </p>
            </div>
            {!session.current && (
              <button
                type="button"
                className="btn btn-outline"
                aria-describedby={`session-${session.id}`}
                aria-busy={end.isPending && end.variables === session.id}
                onClick={() => !end.isPending && void endOne(session.id)}
              >
                {t.end}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <PressButton isBusy={endOthers.isPending} onPress={endAll}>
          {t.endOthers}
        </PressButton>
      ) : (
        <p className="text-muted">{t.nowhereElse}</p>
      )}
    </div>
  );
}

const SCREEN = "M3 4.5h18v12H3zM8.5 20.5h7M12 16.5v4";
const PHONE = "M7 2.5h10v19H7zM10.5 18.5h3";

const placeOf = ({ address }: OwnSession) => sayPlace(address);

function isPhone(device: string): boolean {
  return /android|iphone|ipad/.test(device);
}
