import { useMutation } from "@tanstack/react-query";
import { routes } from "../../contract/routes.ts";
import type { KeptReceipt } from "../../record/receipt-file.ts";
import { callRoute } from "../lib/api.ts";
import { receiptsOf, type StoredReceipt } from "./shared/kept-receipts.ts";

/** Lets the site count what this browser has found, once for each receipt. */
export function useCountCheck(email: string, kept: KeptReceipt, stored: StoredReceipt) {
  const { surveyId, receipt, choice, nonce, textHash, promise } = kept;
  return useMutation({
    mutationFn: () => {
      const params = { id: surveyId };
      const vote = { receipt, vote: choice };
      if (stored.state === "counted") {
        return callRoute(routes.reportCheck, { params, body: { ...vote, outcome: "found" } });
      }
      const proof = { nonce, textHash, ...(typeof promise !== "string" && { promise }) };
      return callRoute(routes.reportCheck, {
        params,
        body: { ...vote, ...proof, outcome: "mismatch" },
      });
    },
    onSuccess: () => receiptsOf(email).put(surveyId, { ...stored, told: true }),
  });
}
