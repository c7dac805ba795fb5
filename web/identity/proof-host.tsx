import { lazy, Suspense } from "react";
import { useSession } from "./session.tsx";

// Loaded when it is needed, which is rarely.
const ProofDialog = lazy(() => import("./proof-dialog.tsx"));

/** Shows the session's dialog for a proof, on every page. */
export function ProofHost() {
  const { proofQuestion } = useSession();
  if (!proofQuestion) return null;
  return (
    <Suspense>
      <ProofDialog wanted={proofQuestion} onAnswer={proofQuestion.answer} />
    </Suspense>
  );
}
