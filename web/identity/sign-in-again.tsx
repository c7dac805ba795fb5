import { useQuery } from "@tanstack/react-query";
import { alerts } from "../lib/alerts.ts";
import { signInWaysQuery } from "./account-queries.ts";
import { useSession } from "./session.tsx";

/** For people without a password: they prove who they are by logging in at the other site. */
export function SignInAgain() {
  const { settings, socialLogin } = useSession();
  const { data } = useQuery(signInWaysQuery);
  const own = settings?.socialProviders.filter(({ id }) =>
    data?.some(({ providerId }) => providerId === id),
  );

  async function start(providerId: string) {
    try {
      await socialLogin(providerId);
      void alerts.show({
        icon: "success",
        title: "Thank you, it is you",
        text: "Press 'Delete my account' once more.",
      });
    } catch (error) {
      void alerts.failed("You are not logged in again", error);
    }
  }

  return (
    <div className="grid justify-items-start gap-3">
      <p>If you logged in more than ten minutes ago, please do it once more first.</p>
      {own?.map(({ id, label }) => (
        <button key={id} type="button" className="btn btn-outline" onClick={() => void start(id)}>
          Log in again with {label}
        </button>
      ))}
    </div>
  );
}
