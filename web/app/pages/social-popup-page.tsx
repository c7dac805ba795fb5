import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import * as t from "#words/socialLogIn";
import { pages } from "../../../contract/pages.ts";
import { PageTitle } from "../../components/page-heading.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { addressOf } from "../../lib/language.ts";
import { startSocialSignIn } from "../../people/identity/provider.ts";
import { answerOpener, readOutcome } from "../../people/identity/social-popup.ts";

/** Only shown in the popup: goes to the social provider, and reports the outcome afterwards. */
function SocialPopupPage() {
  const [search] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = search.get("attempt") ?? "";
  const provider = search.get("provider");
  const outcome = readOutcome(search);

  useEffect(() => {
    if (outcome) {
      answerOpener(attempt, outcome);
      window.close();
      return;
    }
    if (!provider) return;
    let left = false;
    const back = addressOf(`${pages.socialPopup}?attempt=${encodeURIComponent(attempt)}`);
    startSocialSignIn(provider, { done: `${back}&done=1`, failed: `${back}&failed=1` }).then(
      (address) => {
        if (!left) window.location.assign(address);
      },
      (error: Error) => {
        console.error("Social log-in:", error);
        const down = error instanceof ApiProblem && error.refusal === "issuer.down";
        answerOpener(attempt, down ? "down" : "failed");
        setProblem(error.message);
      },
    );
    return () => {
      left = true;
    };
  }, [attempt, provider, outcome]);

  return (
    <main className="grid min-h-dvh content-center gap-4 p-8 text-center">
      <PageTitle title={t.popup} />
      <h1 className="font-display text-subtitle">{problem ? t.notStarted : t.oneMoment}</h1>
      {problem ? (
        <p className="text-muted">{problem}</p>
      ) : outcome || !provider ? (
        <p className="text-muted">
          {outcome && outcome !== "done" && `${t.notLoggedIn[outcome]} `}
          {t.canClose}
        </p>
      ) : (
        <progress className="progress progress-primary w-full" aria-label={t.starting} />
      )}
    </main>
  );
}

export { SocialPopupPage as Component };
