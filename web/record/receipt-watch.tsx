import { useEffect } from "react";
import { useSession } from "../identity/session.tsx";
import { forgetOthers, receiptsOf } from "./shared/kept-receipts.ts";

// Promises are for an hour, so that nobody waits for the minute.
const EVERY_MS = 10 * 60_000;

/** Checks receipts that are kept on this device once their votes must be in the record. */
export function ReceiptWatch() {
  const { user, loading, problem } = useSession();
  const email = user?.email ?? null;
  // Only then it is known who is logged in, and that nobody is.
  const isKnown = !loading && !problem;

  useEffect(() => {
    if (!isKnown) return;
    // Nothing stays on the device of somebody who has logged out or is gone.
    forgetOthers(email);
    if (!email) return;
    const look = () => void checkDue(email).catch((error) => console.warn("Receipts:", error));
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => clearInterval(timer);
  }, [isKnown, email]);
  return null;
}

async function checkDue(email: string): Promise<void> {
  const due = receiptsOf(email).due(new Date());
  if (due.length === 0) return;
  const { checkKept } = await import("./check-kept.ts");
  for (const surveyId of due) await checkKept(email, surveyId);
}
