import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as common from "#words/common";
import * as t from "#words/factors";
import { PASSKEY_NAME_MAX } from "../../../contract/fields.ts";
import { Notice } from "../../components/notice.tsx";
import { PressButton } from "../../components/press-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { TextDialog } from "../../components/text-dialog.tsx";
import { alerts } from "../../lib/alerts.ts";
import { refreshReads } from "../../lib/route-queries.ts";
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
      title: t.removeQuestion({ name: nameOf(name) }),
      text: t.removeMeans,
      action: t.remove,
    });
    if (!agreed) return;
    try {
      await removePasskey(id);
      await refreshReads();
    } catch (failure) {
      void alerts.failed(t.notRemoved, failure);
    }
  }

  return (
    <section className="grid content-start gap-4" aria-labelledby="passkeys">
      <h3 id="passkeys" className="font-display text-lg font-bold">
        {t.passkeys}
      </h3>
      <p className="max-w-prose text-muted">{t.passkeysLead}</p>
      {error && <Notice tone="error">{error.message}</Notice>}
      {keys && keys.length > 0 && (
        <ul className="grid gap-3">
          {keys.map((key) => (
            <li
              key={key.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-panel bg-base-200 p-4"
            >
              <span className="grid min-w-0">
                <bdi id={`passkey-${key.id}`} className="font-semibold">
                  {nameOf(key.name)}
                </bdi>
                {key.createdAt && <Added timestamp={key.createdAt} />}
              </span>
              <span className="flex flex-wrap gap-2">
                <PressButton aria-describedby={`passkey-${key.id}`} onPress={() => setNaming(key)}>
                  {t.rename}
                </PressButton>
                <PressButton
                  className="btn btn-ghost text-error"
                  aria-describedby={`passkey-${key.id}`}
                  onPress={() => remove(key)}
                >
                  {t.remove}
                </PressButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      {possible && (
        <PressButton
          className="btn btn-outline justify-self-start"
          onPress={() => setNaming("new")}
        >
          {t.addPasskey}
        </PressButton>
      )}
      {naming && (
        <TextDialog
          title={naming === "new" ? t.addPasskey : t.renamePasskey}
          label={t.name}
          field="name"
          limit={PASSKEY_NAME_MAX}
          required={t.nameMissing}
          start={naming === "new" ? t.newName : nameOf(naming.name)}
          line={{ hint: t.nameHint }}
          action={naming === "new" ? t.goOn : common.save}
          onSend={save}
          onClose={() => setNaming(null)}
        />
      )}
    </section>
  );
}

function Added({ timestamp }: { timestamp: string }) {
  return (
    <span className="text-sm text-muted">
      {t.passkeyAdded({ time: () => <RelativeTime timestamp={timestamp} /> })}
    </span>
  );
}

const nameOf = (name: string | null) => name ?? t.withoutName;
