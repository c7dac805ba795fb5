import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database } from "../../database/connect.ts";
import type { Schema } from "../../database/schema.ts";
import { BadSignature, type Gateway, type Intent } from "./gateway.ts";

type Row = Selectable<Schema["sandbox_intents"]>;
type Status = Row["status"];

const SIGNATURE_HEADER = "sandbox-signature";

interface Deps {
  db: Database;
  /** Signs the events. */
  key: Buffer;
}

/** Replaces a payment provider: accepts test cards only, and moves no money. */
export function createSandboxGateway({ db, key }: Deps): Gateway {
  async function getIntent(id: string): Promise<Intent | null> {
    const row = await db
      .selectFrom("sandbox_intents")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    return row ? toIntent(row) : null;
  }

  return {
    kind: "sandbox",
    publicConfig: () => ({ kind: "sandbox" }),
    getIntent,
    async createIntent({ key: orderKey, userId, amount, currency }) {
      const id = `sandbox_${randomBytes(12).toString("hex")}`;
      const client_secret = `${id}_secret_${randomBytes(16).toString("hex")}`;
      await db
        .insertInto("sandbox_intents")
        .values({ id, key: orderKey, client_secret, user_id: userId, amount, currency })
        .onConflict((conflict) => conflict.column("key").doNothing())
        .execute();
      const row = await db
        .selectFrom("sandbox_intents")
        .selectAll()
        .where("key", "=", orderKey)
        .executeTakeFirstOrThrow();
      return toIntent(row);
    },
    async cancelIntent(id) {
      await db
        .updateTable("sandbox_intents")
        .set({ status: "canceled" })
        .where("id", "=", id)
        .where("status", "!=", "succeeded")
        .execute();
      return getIntent(id);
    },
    readWebhook(body, headers) {
      const given = Buffer.from(String(headers[SIGNATURE_HEADER] ?? ""));
      const right = Buffer.from(sign(key, body));
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new BadSignature();
      const event: { type: string; intent: string } = JSON.parse(body.toString());
      return event.type.startsWith("intent.") ? event.intent : null;
    },
  };
}

/** An event as the sandbox sends it, signed like that of a real provider. */
export function sandboxEvent(key: Buffer, type: string, intentId: string) {
  const body = Buffer.from(JSON.stringify({ type, intent: intentId }));
  return { body, headers: { [SIGNATURE_HEADER]: sign(key, body) } };
}

export async function findSandboxIntent(db: Database, clientSecret: string) {
  return db
    .selectFrom("sandbox_intents")
    .select(["id", "status"])
    .where("client_secret", "=", clientSecret)
    .executeTakeFirst();
}

/** Does not change an intent that is paid or cancelled. Returns its current status. */
export async function moveSandboxIntent(
  db: Database,
  id: string,
  status: Status,
): Promise<Status | undefined> {
  await db
    .updateTable("sandbox_intents")
    .set({ status })
    .where("id", "=", id)
    .where("status", "in", ["requires_payment_method", "requires_action"])
    .execute();
  const row = await db
    .selectFrom("sandbox_intents")
    .select("status")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.status;
}

function sign(key: Buffer, body: Buffer): string {
  return createHmac("sha256", key).update(body).digest("hex");
}

function toIntent(row: Row): Intent {
  const succeeded = row.status === "succeeded";
  return {
    id: row.id,
    clientSecret: row.client_secret,
    status: succeeded ? "succeeded" : row.status === "canceled" ? "cancelled" : "open",
    received: succeeded ? row.amount : 0,
    refunded: row.refunded,
    currency: row.currency,
    userId: row.user_id,
  };
}
