import { useState } from "react";
import * as t from "#words/logIn";
import * as wording from "#words/specified";
import { Notice } from "../../components/notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { passkeysWork, signInWithPasskey } from "./passkey-calls.ts";
import { useSession } from "./session.tsx";

export function PasskeyLogin() {
  const { logInBy, loading } = useSession();
  const [message, setMessage] = useState<string | null>(null);
  if (!passkeysWork()) return null;

  async function start() {
    setMessage(null);
    try {
      await logInBy(signInWithPasskey);
      alerts.succeeded(wording.alerts.loggedIn);
    } catch (error) {
      setMessage(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <section className="grid gap-4" aria-label={t.passkey}>
      {message && <Notice tone="error">{message}</Notice>}
      <button
        type="button"
        className="btn btn-outline"
        disabled={loading}
        onClick={() => void start()}
      >
        {t.withPasskey}
      </button>
    </section>
  );
}
