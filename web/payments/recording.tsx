import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { PAID_ALERT_MS, wording } from "../../contract/wording.ts";
import { Notice } from "../components/notice.tsx";
import { useSession } from "../identity/session.tsx";
import { alerts } from "../lib/alerts.tsx";
import { ApiProblem } from "../lib/api.ts";
import { chargeMemory } from "./charge-memory.ts";
import { type Charge, recordCharge } from "./queries.ts";

interface RecordingProps {
  charge: Charge;
  /** There is no such payment after all. */
  onRefused: () => void;
}

/** After the charge: the server has to know of it. The card is not needed for that any more. */
export function Recording({ charge, onRefused }: RecordingProps) {
  const { refreshStanding } = useSession();
  const recording = useMutation({
    mutationFn: async () => {
      await recordCharge(charge);
      await refreshStanding();
      chargeMemory.forget(charge.email);
      void alerts.show({
        icon: "success",
        title: wording.alerts.becamePro,
        timerMs: PAID_ALERT_MS,
      });
    },
    // A payment that was recorded before, by another tab for one.
    onError: (error) => isRefusal(error) && refreshStanding().catch(console.error),
  });
  const start = useEffectEvent(() => recording.mutate());
  useEffect(() => start(), []);

  if (!recording.isError) {
    return (
      <div role="status" className="grid gap-3 rounded-panel bg-base-200 p-6">
        <p className="font-semibold">Your payment went through. It is being recorded …</p>
        <progress className="progress progress-primary w-full" aria-label="Recording the payment" />
      </div>
    );
  }
  if (isRefusal(recording.error)) {
    return (
      <Notice tone="error" actions={<Action onClick={onRefused}>Back to the card</Action>}>
        <p className="font-semibold">This payment can't be recorded</p>
        <p>{recording.error.message}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="error" actions={<Action onClick={() => recording.mutate()}>Try again</Action>}>
      <p className="font-semibold">Your payment went through, but it is not recorded yet</p>
      <p>{recording.error.message}</p>
      <p>Nothing is lost, and you will not be asked for your card again.</p>
    </Notice>
  );
}

/** The server has looked into it, and the same question would get the same answer. */
function isRefusal(error: Error): boolean {
  return (
    error instanceof ApiProblem && ["payment_required", "conflict", "invalid"].includes(error.code)
  );
}

function Action({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" className="btn btn-primary" onClick={onClick}>
      {children}
    </button>
  );
}
