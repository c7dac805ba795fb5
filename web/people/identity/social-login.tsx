import { type ReactNode, useState } from "react";
import * as t from "#words/socialLogIn";
import * as wording from "#words/specified";
import { Notice } from "../../components/notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useSession } from "./session.tsx";
import { openSocialPopup } from "./social-popup.ts";

/** Below its buttons is room for what else should be said about them. */
export function SocialLogin({ children }: { children?: ReactNode }) {
  const { settings, socialLogin, loading } = useSession();
  const [message, setMessage] = useState<string | null>(null);
  if (!settings?.socialProviders.length) return null;

  async function start(providerId: string) {
    setMessage(null);
    try {
      await socialLogin(openSocialPopup(providerId));
      alerts.succeeded(wording.alerts.loggedIn);
    } catch (error) {
      console.error("Social log-in:", error);
      setMessage(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <section className="grid gap-4" aria-label={t.label}>
      <p className="divider my-0 text-sm text-muted">{t.or}</p>
      {message && <Notice tone="error">{message}</Notice>}
      {settings.socialProviders.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className="btn btn-outline"
          disabled={loading}
          onClick={() => void start(id)}
        >
          {t.continueWith({ provider: label })}
        </button>
      ))}
      {children}
    </section>
  );
}
