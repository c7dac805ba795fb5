import { useQuery } from "@tanstack/react-query";
import * as t from "#words/profile";
import { alerts } from "../../lib/alerts.ts";
import { signInWaysQuery } from "./account-queries.ts";
import { useSession } from "./session.tsx";
import { openSocialPopup } from "./social-popup.ts";

/** For people without a password: they prove who they are by logging in at the other site. */
export function SignInAgain() {
  const { settings, socialLogin } = useSession();
  const { data } = useQuery(signInWaysQuery);
  const own = settings?.socialProviders.filter(({ id }) =>
    data?.some(({ providerId }) => providerId === id),
  );

  async function start(providerId: string) {
    try {
      await socialLogin(openSocialPopup(providerId));
      void alerts.show({
        icon: "success",
        title: t.itIsYou,
        text: t.pressAgain({ button: t.deleteAccount }),
      });
    } catch (error) {
      void alerts.failed(t.notLoggedInAgain, error);
    }
  }

  return (
    <div className="grid justify-items-start gap-3">
      <p>{t.logInOnceMore}</p>
      {own?.map(({ id, label }) => (
        <button key={id} type="button" className="btn btn-outline" onClick={() => void start(id)}>
          {t.logInAgainWith({ provider: label })}
        </button>
      ))}
    </div>
  );
}
