import { Suspense } from "react";
import { lazyPart } from "../components/lazy-page.tsx";
import { useSession } from "./session.tsx";

// Loaded when it is needed, which is rarely.
const ProofDialog = lazyPart(() => import("./proof-dialog.tsx"));

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
