import { isPassingFailure } from "../../database/retry.ts";
import type { Every } from "../../process/every.ts";
import { fulfil, type PaymentDeps } from "./fulfil.ts";
import { GatewayUnavailable } from "./gateway.ts";
import { closeAttempt, makeDue, takeDueAttempts } from "./queries.ts";

const MINUTE_MS = 60_000;
// How long a person waits for the role if both their browser and the webhook have failed.
const EVERY_MS = 5 * MINUTE_MS;
// Longer than people leave a card form open.
const ATTEMPT_MS = 24 * 60 * MINUTE_MS;
// Far longer than a provider takes to answer. The next attempt gets a new key, because a provider
// may repeat its failure for the same key.
const UNANSWERED_MS = 10 * MINUTE_MS;
// The provider is asked about one at a time; stopping waits for one of them at most.
const BATCH = 50;

interface Deps extends PaymentDeps {
  /** Called after each round in which the provider has answered. */
  onReconciled: () => void;
  every: Every;
}

/** Checks all attempts at once, then every few minutes those that are due. */
export function startReconciling({ onReconciled, every, ...deps }: Deps): void {
  let isFirst = true;
  async function run(signal: AbortSignal): Promise<void> {
    if (isFirst) await makeDue(deps.db, deps.gateway.kind);
    isFirst = false;
    if (await reconcile(deps, signal)) onReconciled();
  }
  every(EVERY_MS, run, { name: "payments", failure: "payments not reconciled", atOnce: true });
}

/**
 * Settles the attempts that are due as the provider says. Several servers may run it at once. True
 * if none of them has to be asked about again because the provider or the database did not answer.
 */
export async function reconcile(deps: PaymentDeps, signal?: AbortSignal): Promise<boolean> {
  const { db, gateway, log } = deps;
  try {
    for (;;) {
      const attempts = await takeDueAttempts(db, gateway.kind, BATCH);
      if (attempts.length === 0) return true;
      for (const attempt of attempts) {
        if (signal?.aborted) return false;
        await settleAttempt(deps, attempt).catch((error: unknown) => {
          if (error instanceof GatewayUnavailable || isPassingFailure(error)) throw error;
          // One attempt that can't be settled must not stop the others.
          log.error({ err: error, transactionId: attempt.transactionId }, "payment not reconciled");
        });
      }
    }
  } catch (error) {
    log.warn({ err: error }, "payments not reconciled, will be retried");
    await makeDue(db, gateway.kind).catch(() => {});
    return false;
  }
}

type Attempt = Awaited<ReturnType<typeof takeDueAttempts>>[number];

async function settleAttempt(deps: PaymentDeps, attempt: Attempt): Promise<void> {
  const { db, gateway, log } = deps;
  const { id, transactionId } = attempt;
  const age = Date.now() - attempt.createdAt.getTime();
  if (!transactionId) {
    // No browser ever got its secret, so it can't have been paid.
    if (age > UNANSWERED_MS) await closeAttempt(db, id);
    return;
  }
  const intent = await (age > ATTEMPT_MS
    ? gateway.cancelIntent(transactionId)
    : gateway.getIntent(transactionId));
  if (!intent) return closeAttempt(db, id);
  const { kind } = await fulfil(deps, intent);
  if (kind === "paid") log.info({ transactionId }, "payment found by reconciliation");
}
