import { useQuery } from "@tanstack/react-query";
import type { SignInWay } from "../../contract/identity-calls.ts";
import { RelativeTime } from "../components/relative-time.tsx";
import { RetryNotice } from "../components/retry-notice.tsx";
import { alerts } from "../lib/alerts.ts";
import { disconnectSocial, signInWaysQuery, useAccountMutation } from "./account-queries.ts";
import { useSession } from "./session.tsx";

/** The social accounts that can log in to this account. */
export function ConnectedAccounts() {
  const { settings } = useSession();
  const { data, error, refetch } = useQuery(signInWaysQuery);
  const disconnect = useAccountMutation(disconnectSocial);

  if (error && !data) {
    return (
      <RetryNotice
        title="We can't show your connected accounts"
        problem={error}
        onRetry={refetch}
      />
    );
  }
  if (!data) return <div className="skeleton h-16 rounded-panel" />;
  const social = data.filter(({ providerId }) => providerId !== "credential");
  if (social.length === 0) {
    const names = settings?.socialProviders.map(({ label }) => label).join(" or ");
    return (
      <p className="max-w-prose text-muted">
        {names
          ? `None. Log in through ${names} with the same e-mail, and it is connected.`
          : "None, and this site offers none."}
      </p>
    );
  }

  async function leave(way: SignInWay, name: string) {
    const agreed = await alerts.confirm({
      title: `Disconnect ${name}?`,
      text: `You can no longer log in here through ${name}. Your other ways to log in stay.`,
      action: "Disconnect",
    });
    if (!agreed) return;
    void alerts.outcome(disconnect.mutateAsync(way.id), {
      done: `${name} is disconnected`,
      failed: `${name} is not disconnected`,
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
                connected <RelativeTime timestamp={way.createdAt} />
              </p>
            </div>
            {data.length > 1 ? (
              <button
                type="button"
                className="btn btn-outline"
                aria-label={`Disconnect ${name}`}
                aria-busy={disconnect.isPending}
                onClick={() => !disconnect.isPending && void leave(way, name)}
              >
                Disconnect
              </button>
            ) : (
              <p className="max-w-64 text-sm text-muted">
                Your only way to log in. Set a password before you disconnect it.
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
