import { isPassingFailure } from "../database/retry.ts";
import { fulfil, type PaymentDeps } from "./fulfil.ts";
import { GatewayUnavailable } from "./gateway.ts";
import { closeAttempt, makeDue, takeDueAttempts } from "./queries.ts";

const MINUTE_MS = 60_000;
// What browser and webhook both missed; people wait no longer for what they have paid.
const EVERY_MS = 5 * MINUTE_MS;
// Longer than anybody leaves a card form open.
const ATTEMPT_MS = 24 * 60 * MINUTE_MS;
// Far longer than a provider's answer takes. The next attempt gets a fresh key: a provider may
// repeat a failure for as long as it is asked with the same one.
const UNANSWERED_MS = 10 * MINUTE_MS;
// Asked one after the other, so few enough that a stop never waits for many.
const BATCH = 50;

/** Looks at every open attempt, then at what is due every few minutes. Returns how to stop. */
export function startReconciling(deps: PaymentDeps): () => Promise<void> {
  const stop = new AbortController();
  let round = makeDue(deps.db, deps.gateway.kind)
    .then(() => reconcile(deps, stop.signal))
    .catch((error: unknown) => deps.log.warn({ err: error }, "payments not reconciled"));
  const timer = setInterval(() => {
    round = round.then(() => reconcile(deps, stop.signal));
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    stop.abort();
    await round;
  };
}

/** Brings open attempts to the end that the provider says they had. Several servers may do it. */
export async function reconcile(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { db, gateway, log } = deps;
  try {
    for (;;) {
      const attempts = await takeDueAttempts(db, gateway.kind, BATCH);
      if (attempts.length === 0) return;
      for (const attempt of attempts) {
        if (signal?.aborted) return;
        await settleAttempt(deps, attempt).catch((error: unknown) => {
          if (error instanceof GatewayUnavailable || isPassingFailure(error)) throw error;
          // One that can't be settled keeps nobody else waiting.
          log.error({ err: error, transactionId: attempt.transactionId }, "payment not reconciled");
        });
      }
    }
  } catch (error) {
    log.warn({ err: error }, "payments not reconciled, to be tried again");
    await makeDue(db, gateway.kind).catch(() => {});
  }
}

type Attempt = Awaited<ReturnType<typeof takeDueAttempts>>[number];

async function settleAttempt(deps: PaymentDeps, attempt: Attempt): Promise<void> {
  const { db, gateway, log } = deps;
  const { id, transactionId } = attempt;
  const age = Date.now() - attempt.createdAt.getTime();
  if (!transactionId) {
    // Nobody was ever given its secret, so nobody can have paid it.
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
