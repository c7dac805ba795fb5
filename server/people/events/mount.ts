import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Event } from "../../../contract/events.ts";
import type { Database } from "../../database/connect.ts";
import { isOwnFailure } from "../../database/retry.ts";
import { deriveId } from "../../process/derive-id.ts";
import { type Every, pauseAfter } from "../../process/every.ts";
import type { Mail, Mailer } from "../mail/mailer.ts";
import { delayEvent, deleteEvents, type EventMails, takeEvents } from "./queries.ts";

// One short query while nothing happens; a mail may be late by as much.
const EVERY_MS = 1_000;
// Some hundred milliseconds of work in one transaction. It holds nothing that others wait for.
const AT_ONCE = 200;
// Half an hour of growing pauses and then three hours, in which a fault can be noticed and mended.
const MOST_TRIES = 14;

interface Deps {
  db: Database;
  mailer: Pick<Mailer, "sendWith">;
  mails: EventMails;
  log: { error: (fields: object, message: string) => void };
}

/**
 * Lets mails follow from events while the server runs. Every process does it, and whichever comes first
 * takes an event.
 */
export function mountEvents(app: FastifyInstance, deps: Deps & { every: Every }): void {
  app.addHook("onListen", async () => {
    deps.every(EVERY_MS, (signal) => drain(deps, signal), {
      name: "events",
      failure: "the outbox was not read, will be retried",
      atOnce: true,
      lastly: true,
    });
  });
}

/** Until none is due. */
export async function drain(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE && !signal?.aborted; ) {
    taken = await deps.db.transaction().execute((trx) => followSome(deps, trx));
  }
}

/** An event is deleted in the transaction that adds its mails, so that none is added twice. */
async function followSome(deps: Deps, trx: Database): Promise<number> {
  const events = await takeEvents(trx, AT_ONCE);
  const done: Event[] = [];
  for (const { tries, ...event } of events) {
    // Of most kinds no mail follows, and asking the database for nothing takes as long as the rest.
    if (!deps.mails[event.kind]) {
      done.push(event);
      continue;
    }
    await sql`savepoint event`.execute(trx);
    try {
      await addMails(deps, trx, event);
      await sql`release savepoint event`.execute(trx);
      done.push(event);
    } catch (error) {
      // Not a fault of this event.
      if (isOwnFailure(error)) throw error;
      await sql`rollback to savepoint event`.execute(trx);
      const isLast = tries + 1 >= MOST_TRIES;
      const { id, kind } = event;
      const message = isLast ? "event given up" : "event not followed yet, will be tried again";
      deps.log.error({ err: error, id, kind }, message);
      await delayEvent(trx, event, isLast ? null : pauseAfter(tries + 1));
    }
  }
  await deleteEvents(trx, done);
  return events.length;
}

/** By the event's id a mail is recognised, whichever server adds or sends it. */
async function addMails({ mails, mailer }: Deps, trx: Database, event: Event): Promise<void> {
  const write = mails[event.kind] as ((db: Database, event: Event) => Promise<Mail[]>) | undefined;
  for (const mail of (await write?.(trx, event)) ?? []) {
    await mailer.sendWith(trx, mail, deriveId([event.kind, event.id, mail.to]));
  }
}
