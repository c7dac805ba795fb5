import { Suspense } from "react";
import { lazyPart } from "../../components/lazy-page.tsx";
import { useSession } from "./session.tsx";

// Loaded when it is needed, which is rarely.
const ConfirmIdentityDialog = lazyPart(() => import("./confirm-identity-dialog.tsx"));

/** Shows the session's dialog for a proof, on every page. */
export function ConfirmIdentityHost() {
  const { identityQuestion } = useSession();
  if (!identityQuestion) return null;
  return (
    <Suspense>
      <ConfirmIdentityDialog wanted={identityQuestion} onAnswer={identityQuestion.answer} />
    </Suspense>
  );
}
