import type { ReactNode } from "react";
import * as t from "#words/tokens";
import type { Reply } from "../../../contract/route.ts";
import type { routes } from "../../../contract/routes.ts";
import { PressButton } from "../../components/press-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { alerts } from "../../lib/alerts.ts";
import { sayPlace } from "../../lib/devices.ts";
import { sayDate, sayNames } from "../../lib/format.ts";

type Token = Reply<typeof routes.listOwnTokens>[number];

interface TokenItemProps {
  token: Token;
  /** Whose it is, in a list of everybody's. */
  owner?: ReactNode;
  busy: boolean;
  onEnd: () => Promise<unknown>;
}

/** What a later version of this site lets tokens do is shown by its code. */
const scopes: Record<string, string> = t.scopes;

export function TokenItem({ token, owner, busy, onEnd }: TokenItemProps) {
  const { id, name, expiresAt, lastUsedAt, lastAddress } = token;
  const date = sayDate(expiresAt, "day");

  async function end() {
    const question = { title: t.endQuestion({ name }), text: t.endMeans, action: t.end };
    if (!(await alerts.confirm(question))) return;
    void alerts.outcome(onEnd(), { done: t.ended, failed: t.notEnded });
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-base-300 py-4">
      <div className="min-w-0 flex-1 basis-60" id={id}>
        <p className="flex flex-wrap gap-x-3 font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
          {owner}
        </p>
        <p>{sayNames(token.scopes.map((scope) => scopes[scope] ?? scope))}</p>
        <p className="text-muted first-letter:uppercase">
          {new Date(expiresAt) > new Date() ? t.until({ date }) : t.over({ date })}
        </p>
        <p className="text-muted first-letter:uppercase">
          {lastUsedAt
            ? t.lastUsed({
                time: () => <RelativeTime timestamp={lastUsedAt} />,
                place: sayPlace(lastAddress ?? ""),
              })
            : t.neverUsed}
        </p>
      </div>
      <PressButton aria-describedby={id} isBusy={busy} onPress={end}>
        {t.end}
      </PressButton>
    </li>
  );
}
