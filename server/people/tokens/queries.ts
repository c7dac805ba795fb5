import { type NotNull, sql } from "kysely";
import type { TokenScope } from "../../../contract/tokens.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
import type { Outcome } from "../../database/outcome.ts";
import { isAudited, writeAudit } from "../audit/queries.ts";
import { addMails } from "../outbox/queries.ts";
import { holdAlone, holdPeople, type TokenHolder } from "../users/hold-queries.ts";

/** More than anybody has programs, so few that they are all looked at. */
const TOKENS_MAX = 25;
const USED_MINUTES = 15;
// As the mail says.
const WARNED_DAYS = 7;
// So that whoever wonders why a program has stopped still finds it.
const KEPT_DAYS = 30;

const inDays = (days: number) => sql<Date>`now() + make_interval(days => ${days})`;

interface NewToken {
  id: string;
  hash: Buffer;
  name: string;
  scopes: TokenScope[];
  days: number;
  secondFactor: boolean;
}

/** Called again with the same id, it has the new hash: nobody has seen the token of the first time. */
export async function addToken(
  db: Database,
  owner: TokenHolder,
  { id, hash, name, scopes, days, secondFactor }: NewToken,
): Promise<Outcome<{ expiresAt: Date }>> {
  return db.transaction().execute(async (trx) => {
    // Alone, so that those that are counted don't change meanwhile.
    await holdAlone(trx, owner.userId);
    const held = await holdPeople(trx, [owner]);
    if (!held.has(owner.userId)) return { refused: "unauthenticated" };
    const own = await trx
      .selectFrom("program_tokens")
      .select("id")
      .where("user_id", "=", owner.userId)
      .where("expires_at", ">", sql<Date>`now()`)
      .execute();
    const isKnown = own.some((token) => token.id === id);
    if (!isKnown && own.length >= TOKENS_MAX) return { refused: "token.too-many" };
    const { expires_at } = await trx
      .insertInto("program_tokens")
      .values({
        id,
        user_id: owner.userId,
        hash,
        name,
        scopes: sql<string[]>`${[...new Set(scopes)]}::text[]`,
        second_factor: secondFactor,
        expires_at: inDays(days),
        // Whoever makes one for a few days knows when it ends.
        warned_at: days > WARNED_DAYS ? null : sql<Date>`now()`,
      })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ hash }))
      .returning("expires_at")
      .executeTakeFirstOrThrow();
    const about = { tokenId: id };
    if (!isKnown) await addMails(trx, [owner.userId], { kind: "token.made", about });
    return { expiresAt: expires_at };
  });
}

/** The owner of the token with this hash, as they are now. */
export async function findOwner(db: Database, hash: Buffer) {
  return db
    .selectFrom("program_tokens as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["u.id", "u.email", "u.username", "u.role", "u.admin"])
    .select(["u.token_version as tokenVersion", "u.former_ids as formerIds"])
    .select(["t.id as tokenId", "t.scopes", "t.second_factor as secondFactor"])
    .select(
      sql<boolean>`t.last_used_at is null
        or t.last_used_at < now() - make_interval(mins => ${USED_MINUTES})`.as("isUseNews"),
    )
    .where("t.hash", "=", hash)
    .where("t.expires_at", ">", sql<Date>`now()`)
    .where("u.locked_at", "is", null)
    .where("u.email", "is not", null)
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst();
}

export async function noteUse(db: Database, id: string, address: string): Promise<void> {
  await db
    .updateTable("program_tokens")
    .set({ last_used_at: sql<Date>`now()`, last_address: address })
    .where("id", "=", id)
    .execute();
}

/** In the transaction that ends a person's sessions. Whoever is making a token comes before or after it. */
export async function endTokensFor(trx: Database, whose: { userId: string } | { email: string }) {
  const userId = "userId" in whose ? whose.userId : await findId(trx, whose.email);
  if (!userId) return;
  await holdAlone(trx, userId);
  await trx.deleteFrom("program_tokens").where("user_id", "=", userId).execute();
}

// Not of `users/queries.ts`, which ends the tokens of whom it removes.
async function findId(trx: Database, email: string): Promise<string | undefined> {
  const user = await trx
    .selectFrom("users")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  return user?.id;
}

export async function endToken(db: Database, id: string, userId: string): Promise<Outcome> {
  const { numDeletedRows } = await db
    .deleteFrom("program_tokens")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n ? "done" : "missing";
}

interface Ending {
  /** Makes it happen only once. */
  key: string;
  actorId: string;
  id: string;
}

/** An admin ends somebody's token. */
export async function endAnyToken(db: Database, { key, actorId, id }: Ending): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    if (await isAudited(trx, key)) return "done";
    const token = await trx
      .deleteFrom("program_tokens")
      .where("id", "=", id)
      .returning(["user_id", "name"])
      .executeTakeFirst();
    if (!token) return "missing";
    await writeAudit(trx, {
      id: key,
      actorId,
      action: "token.end",
      subject: { kind: "user", id: token.user_id },
      before: { name: token.name },
      after: {},
    });
    return "done";
  });
}

function selectTokens(db: Database) {
  return db
    .selectFrom("program_tokens as t")
    .select(["t.id", "t.name", "t.scopes", "t.last_address as lastAddress", "t.created_at"])
    .select(isoTime("t.created_at").as("timestamp"))
    .select(isoTime("t.expires_at").$notNull().as("expiresAt"))
    .select(isoTime("t.last_used_at").as("lastUsedAt"));
}

const newestFirst = { by: "created_at", id: "id" } as const;

export async function listOwnTokens(db: Database, userId: string, page: PageRequest) {
  return readPage(db, selectTokens(db).where("t.user_id", "=", userId), newestFirst, page);
}

export async function listTokens(db: Database, page: PageRequest) {
  const query = selectTokens(db)
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["u.username as owner", "u.id as ownerId"]);
  return readPage(db, query, newestFirst, page);
}

/** False once it is ended. */
export async function hasToken(db: Database, id: string): Promise<boolean> {
  const token = await db
    .selectFrom("program_tokens")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return token !== undefined;
}

/** Tells the owners of tokens that end within a week, once, and forgets those that ended long ago. */
export async function warnOfEnds(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ending = await trx
      .updateTable("program_tokens")
      .set({ warned_at: sql<Date>`now()` })
      .where("warned_at", "is", null)
      .where("expires_at", "<", inDays(WARNED_DAYS))
      .where("expires_at", ">", sql<Date>`now()`)
      .returning(["id", "user_id"])
      .execute();
    for (const { id, user_id } of ending) {
      await addMails(trx, [user_id], { kind: "token.expires", about: { tokenId: id } });
    }
    await trx.deleteFrom("program_tokens").where("expires_at", "<", inDays(-KEPT_DAYS)).execute();
  });
}
