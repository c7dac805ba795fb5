import { useEffect } from "react";
import { useSession } from "../../people/identity/session.tsx";
import { receiptsOf } from "./shared/kept-receipts.ts";

// Promises are for an hour, so that nobody waits for the minute.
const EVERY_MS = 10 * 60_000;

/** Checks receipts that are kept on this device once their votes must be in the record. */
export function ReceiptWatch() {
  const { user } = useSession();
  const email = user?.email ?? null;

  useEffect(() => {
    if (!email) return;
    const look = () => void checkDue(email).catch((error) => console.warn("Receipts:", error));
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => clearInterval(timer);
  }, [email]);
  return null;
}

async function checkDue(email: string): Promise<void> {
  const due = receiptsOf(email).due(new Date());
  if (due.length === 0) return;
  const { checkKept } = await import("./check-kept.ts");
  for (const surveyId of due) await checkKept(email, surveyId);
}
