import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import * as t from "#words/checkout";
import * as wording from "#words/specified";
import { PAID_ALERT_MS } from "../../../contract/site.ts";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { ApiProblem } from "../../lib/api.ts";
import { useSession } from "../identity/session.tsx";
import { chargeMemory } from "./charge-memory.ts";
import { type Charge, sendCharge } from "./queries.ts";

interface SendChargeProps {
  charge: Charge;
  /** Called when the charge does not count and the card is needed again. */
  onRefused: () => void;
}

/** Tells the server about a charge. The card is not needed for that. */
export function SendCharge({ charge, onRefused }: SendChargeProps) {
  const { refreshStanding } = useSession();
  const sending = useMutation({
    mutationFn: async () => {
      await sendCharge(charge);
      await refreshStanding();
      chargeMemory.forget(charge.email);
      // The page shows other content now, which begins at the top.
      window.scrollTo(0, 0);
      void alerts.show({
        icon: "success",
        title: wording.alerts.becamePro,
        timerMs: PAID_ALERT_MS,
      });
    },
    onError: (error) => {
      if (!isRefusal(error)) return;
      onRefused();
      // An alert, because the page changes if they turn out to be a pro user by now.
      void alerts.show({
        icon: "warning",
        title: t.doesNotCount,
        text: error.message,
      });
      void refreshStanding().catch(console.error);
    },
  });
  const start = useEffectEvent(() => sending.mutate());
  useEffect(() => start(), []);

  if (!sending.isError) {
    return (
      <div role="status" className="grid gap-3 rounded-panel bg-base-200 p-6">
        <p className="font-semibold">{t.paidRecording}</p>
        <progress className="progress progress-primary w-full" aria-label={t.recording} />
      </div>
    );
  }
  return (
    <RetryNotice title={t.paidNotRecorded} problem={sending.error} onRetry={() => sending.mutate()}>
      <p>{t.nothingLost}</p>
    </RetryNotice>
  );
}

/** The server has checked the charge, so another try would get the same answer. */
function isRefusal(error: Error): boolean {
  return (
    error instanceof ApiProblem && ["payment_required", "conflict", "invalid"].includes(error.code)
  );
}
