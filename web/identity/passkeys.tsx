import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PASSKEY_NAME_MAX } from "../../contract/fields.ts";
import { Notice } from "../components/notice.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { TextDialog } from "../components/text-dialog.tsx";
import { alerts } from "../lib/alerts.ts";
import { refreshReads } from "../lib/route-queries.ts";
import { addPasskey, passkeysWork } from "./passkey-calls.ts";
import { renewToken } from "./queries.ts";
import { type Passkey, passkeysQuery, removePasskey, renamePasskey } from "./second-factors.ts";

/** The person's passkeys: log-in with a finger, face or PIN instead of a password. */
export function Passkeys() {
  const { data: keys, error } = useQuery(passkeysQuery);
  const [naming, setNaming] = useState<Passkey | "new" | null>(null);
  const possible = passkeysWork();
  if (!possible && !keys?.length) return null;

  async function save(name: string) {
    if (naming === "new") {
      await addPasskey(name);
      // A new factor ends all tokens, and the new one says that this session is proven.
      await renewToken();
    } else if (naming) await renamePasskey(naming.id, name);
    await refreshReads();
    setNaming(null);
  }

  async function remove({ id, name }: Passkey) {
    const agreed = await alerts.confirm({
      title: `Remove ${nameOf(name)}?`,
      text: "It no longer logs you in here. Your device may keep it until you delete it there.",
      action: "Remove",
    });
    if (!agreed) return;
    try {
      await removePasskey(id);
      await refreshReads();
    } catch (failure) {
      void alerts.failed("The passkey is not removed", failure);
    }
  }

  return (
    <section className="grid content-start gap-4" aria-labelledby="passkeys">
      <h3 id="passkeys" className="font-display text-lg font-bold">
        Passkeys
      </h3>
      <p className="max-w-prose text-muted">
        Log in with your finger, face or PIN on a device of yours, without a password.
      </p>
      {error && <Notice tone="error">{error.message}</Notice>}
      {keys && keys.length > 0 && (
        <ul className="grid gap-3">
          {keys.map((key) => (
            <li
              key={key.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-panel bg-base-200 p-4"
            >
              <span className="grid min-w-0">
                <span id={`passkey-${key.id}`} className="font-semibold">
                  {nameOf(key.name)}
                </span>
                {key.createdAt && (
                  <span className="text-sm text-muted">
                    Added <RelativeTime timestamp={key.createdAt} />
                  </span>
                )}
              </span>
              <span className="flex flex-wrap gap-2">
                <button
                  type="button"
                  className="btn btn-outline"
                  aria-describedby={`passkey-${key.id}`}
                  onClick={() => setNaming(key)}
                >
                  Rename
                </button>
                <button
                  type="button"
                  className="btn btn-ghost text-error"
                  aria-describedby={`passkey-${key.id}`}
                  onClick={() => void remove(key)}
                >
                  Remove
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {possible && (
        <button
          type="button"
          className="btn btn-outline justify-self-start"
          onClick={() => setNaming("new")}
        >
          Add a passkey
        </button>
      )}
      {naming && (
        <TextDialog
          title={naming === "new" ? "Add a passkey" : "Rename the passkey"}
          label="Name"
          field="name"
          limit={PASSKEY_NAME_MAX}
          required="Please type a name"
          start={naming === "new" ? "My device" : nameOf(naming.name)}
          line={{ hint: "To help you recognise it, for example 'My phone'." }}
          action={naming === "new" ? "Go on" : "Save"}
          onSend={save}
          onClose={() => setNaming(null)}
        />
      )}
    </section>
  );
}

const nameOf = (name: string | null) => name ?? "Passkey";
