import { useQuery } from "@tanstack/react-query";
import * as t from "#words/sessions";
import type { SignInWay } from "../../../contract/identity-calls.ts";
import { PressButton } from "../../components/press-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { sayAlternatives } from "../../lib/format.ts";
import { disconnectSocial, signInWaysQuery, useAccountMutation } from "./account-queries.ts";
import { useSession } from "./session.tsx";

/** The social accounts that can log in to this account. */
export function ConnectedAccounts() {
  const { settings } = useSession();
  const { data, error, refetch } = useQuery(signInWaysQuery);
  const disconnect = useAccountMutation(disconnectSocial);

  if (error && !data) {
    return <RetryNotice title={t.accountsUnknown} problem={error} onRetry={refetch} />;
  }
  if (!data) return <div className="skeleton h-16 rounded-panel" />;
  const social = data.filter(({ providerId }) => providerId !== "credential");
  if (social.length === 0) {
    const names = settings?.socialProviders.map(({ label }) => label) ?? [];
    return (
      <p className="max-w-prose text-muted">
        {names.length > 0 ? t.noAccounts({ providers: sayAlternatives(names) }) : t.noProviders}
      </p>
    );
  }

  async function leave(way: SignInWay, provider: string) {
    const agreed = await alerts.confirm({
      title: t.disconnectQuestion({ provider }),
      text: t.disconnectMeans({ provider }),
      action: t.disconnect,
    });
    if (!agreed) return;
    void alerts.outcome(disconnect.mutateAsync(way.id), {
      done: t.disconnected({ provider }),
      failed: t.notDisconnected({ provider }),
    });
  }

  return (
    <ul className="grid">
      {social.map((way) => {
        const provider = settings?.socialProviders.find(({ id }) => id === way.providerId);
        const name = provider?.label ?? way.providerId;
        return (
          <li
            key={way.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-base-300 py-4 first:pt-0"
          >
            <div className="min-w-0 flex-1 basis-44">
              <p className="font-semibold">{name}</p>
              <p className="text-muted">
                {t.connected({ time: () => <RelativeTime timestamp={way.createdAt} /> })}
              </p>
            </div>
            {data.length > 1 ? (
              <PressButton
                aria-label={t.disconnectAccount({ provider: name })}
                isBusy={disconnect.isPending}
                onPress={() => leave(way, name)}
              >
                {t.disconnect}
              </PressButton>
            ) : (
              <p className="max-w-64 text-sm text-muted">{t.onlyWay}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
