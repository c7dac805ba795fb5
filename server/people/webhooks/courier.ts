import { randomInt } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../database/connect.ts";
import { withRetry } from "../../database/retry.ts";
import type { Every } from "../../process/every.ts";
import { openText } from "../outbox/sealing.ts";
import {
  type Delivery,
  endTurn,
  findDue,
  noteFailure,
  noteSuccess,
  noteTry,
  type Turn,
  takeTurns,
} from "./delivery-queries.ts";
import type { Send } from "./sender.ts";
import { signMessage } from "./signature.ts";

// What a transaction has added, and what failed before, is looked for this often.
const LOOK_EVERY_MS = 1_000;
// Receivers at once: as many may hang before others have to wait, and each costs a socket.
const RECEIVERS_AT_ONCE = 50;
const SENT_AT_ONCE = 20;
// Then the others have their turn.
const TURN_MS = 10_000;
// A turn, one call that hangs, and some room.
const LEASE_MS = 60_000;
// After a receiver could not be reached at all; what it refuses keeps nothing else waiting.
const PAUSE_MS = 5_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** As Standard Webhooks has them: after which a failed delivery is tried again. */
const RETRIES_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
const JITTER_PERCENT = 10;
const GONE = 410;
const DAY_MS = 24 * HOUR_MS;

interface Deps {
  db: Database;
  /** Opens the secrets. */
  key: Buffer;
  send: Send;
  log: Pick<FastifyBaseLogger, "error">;
  /** For tests. */
  retriesMs?: number[];
  pauseMs?: number;
}

/** Sends events: to each receiver one after the other, to many at the same time. */
export function createCourier(deps: Deps) {
  const { db, key, send, log, retriesMs = RETRIES_MS, pauseMs = PAUSE_MS } = deps;
  const running = new Set<Promise<void>>();

  /** Takes as many as there is room for. Returns how many. */
  async function begin(signal?: AbortSignal): Promise<number> {
    const limit = RECEIVERS_AT_ONCE - running.size;
    if (limit <= 0 || signal?.aborted) return 0;
    const turns = await takeTurns(db, { limit, leaseMs: LEASE_MS });
    for (const turn of turns) {
      const serving = serve(turn, signal)
        // If this fails, another turn begins when the lease is over.
        .catch((error: unknown) => log.error({ err: error }, "a webhook's turn broke off"))
        .finally(() => running.delete(serving));
      running.add(serving);
    }
    return turns.length;
  }

  async function serve(turn: Turn, signal?: AbortSignal): Promise<void> {
    const { secret, old_secret, old_until } = turn;
    const sealed =
      old_secret && old_until && old_until > new Date() ? [secret, old_secret] : [secret];
    const secrets = sealed.flatMap((one) => openSecret(one) ?? []);
    // Nothing leaves unsigned.
    if (secrets.length === 0) return endTurn(db, turn.id, HOUR_MS);
    const ends = performance.now() + TURN_MS;
    let pause = 0;
    for (let due = await findDue(db, turn.id, SENT_AT_ONCE); due.length > 0; ) {
      for (const delivery of due) {
        if (signal?.aborted || performance.now() > ends) return endTurn(db, turn.id, pause);
        const reached = await deliver(turn, delivery, secrets);
        if (!reached) pause = pauseMs;
        if (pause > 0) return endTurn(db, turn.id, pause);
      }
      due = await findDue(db, turn.id, SENT_AT_ONCE);
    }
    await endTurn(db, turn.id, pause);
  }

  function openSecret(sealed: Buffer): Buffer | null {
    const text = openText(sealed, key);
    if (!text) log.error({}, "a webhook's secret was written with another APP_SECRET");
    return text ? Buffer.from(text, "base64") : null;
  }

  /** False if nobody answered, so that the next event would wait in vain too. */
  async function deliver(
    turn: Turn,
    { id, type, surveyId, createdAt, tries }: Delivery,
    secrets: Buffer[],
  ) {
    const data = surveyId === null ? {} : { surveyId };
    const body = JSON.stringify({ id, type, timestamp: createdAt.toISOString(), data });
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = signMessage(turn.signature, secrets, { id, timestamp, body });
    const headers = {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signature,
    };
    const answer = await send(turn.url, headers, body);
    const { status, retryAfterMs } = answer;
    if (status !== null && status >= 200 && status < 300) {
      // If this fails, it is sent again under the same id.
      await withRetry(() => noteTry(db, id, answer, null));
      await noteSuccess(db, turn.id);
      return true;
    }
    const planned = retriesMs[tries];
    const again = planned === undefined || status === GONE ? null : wait(planned, retryAfterMs);
    await withRetry(() => noteTry(db, id, answer, again));
    await withRetry(() => noteFailure(db, turn, status === GONE));
    return status !== null && status !== GONE;
  }

  return {
    begin,
    /** Every process does it, and whichever comes first takes a webhook. */
    start(every: Every): void {
      every(LOOK_EVERY_MS, begin, {
        name: "webhooks",
        failure: "nothing was sent to webhooks, will be retried",
        atOnce: true,
      });
    },
    /** Waits for what is being sent. */
    close: async () => void (await Promise.all(running)),
  };
}

/** No earlier than the receiver asks for, within a day. */
function wait(planned: number, retryAfterMs: number): number {
  const jittered = planned * (1 + randomInt(-JITTER_PERCENT, JITTER_PERCENT + 1) / 100);
  return Math.max(jittered, Math.min(retryAfterMs, DAY_MS));
}
