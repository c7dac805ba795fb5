import { randomUUID } from "node:crypto";
import type { NotNull } from "kysely";
import type { Role } from "../../../contract/permissions.ts";
import type { Database } from "../../database/connect.ts";
import type { Outcome } from "../../database/outcome.ts";
import { isAudited, writeAudit } from "../audit/queries.ts";
import { endTokensOf } from "../identity/token-queries.ts";
import { addNotices } from "../notices/queries.ts";
import { deleteRequest } from "../surveyor-requests/queries.ts";
import { holdAdmins, holdAlone } from "./hold-queries.ts";
import { findUserId, listAdminIds } from "./queries.ts";
import { whyNotChangeRole, whyNotLeave } from "./rules.ts";

/** A change to a person by an admin. `key` makes it happen only once. */
export interface PersonChange {
  key: string;
  actorId: string;
  userId: string;
}

/** The person as they are now, held alone until the transaction ends. */
export async function lockPerson(trx: Database, id: string) {
  await holdAlone(trx, id);
  return trx
    .selectFrom("users")
    .select(["id", "email", "role", "admin", "locked_at as lockedAt"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst();
}

/** What admins can make of a person; the role of a pro user is paid for. */
type ChangeableRole = Exclude<Role, "pro-user">;

export async function changeRole(
  db: Database,
  { key, actorId, userId }: PersonChange,
  role: ChangeableRole,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, userId);
    if (await isAudited(trx, key)) return "done";
    if (!person) return "missing";
    return setRole(trx, { key, actorId, userId }, person, role);
  });
}

type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;

/** An admin's change of a role, with its audit entry, its notice and the answer to a request. */
export async function setRole(
  trx: Database,
  { key, actorId, userId }: PersonChange,
  person: LockedPerson,
  role: ChangeableRole,
  answer = "",
): Promise<Outcome> {
  const refused = whyNotChangeRole(actorId, person);
  if (refused) return refused;
  await trx.updateTable("users").set({ role }).where("id", "=", userId).execute();
  await deleteRequest(trx, userId);
  await writeAudit(trx, {
    id: key,
    actorId,
    action: "user.role",
    subject: { kind: "user", id: userId },
    before: { role: person.role },
    after: { role, ...(answer && { answer }) },
  });
  if (role === person.role) return "done";
  const kind = role === "surveyor" ? "surveyor" : "not-surveyor";
  await addNotices(trx, [userId], { id: key, kind, message: answer });
  return "done";
}

/** The same. Until the transaction ends, nobody else can remove one. */
export async function lockAdmins(trx: Database): Promise<string[]> {
  await holdAdmins(trx);
  return listAdminIds(trx);
}

export async function setAdmin(db: Database, email: string, admin: boolean): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const admins = await lockAdmins(trx);
    const id = await findUserId(trx, email);
    const person = id && (await lockPerson(trx, id));
    if (!person) return "missing";
    if (person.admin === admin) return "done";
    const refused = admin ? null : whyNotLeave(person, admins);
    if (refused) return refused;
    await trx.updateTable("users").set({ admin }).where("id", "=", person.id).execute();
    // Streams that are open show what only admins see. Browsers have a new token at once.
    if (!admin) await endTokensOf(trx, person.email);
    const key = randomUUID();
    await addNotices(trx, [person.id], { id: key, kind: admin ? "admin" : "not-admin" });
    await writeAudit(trx, {
      id: key,
      actorId: null,
      action: admin ? "admin.grant" : "admin.revoke",
      subject: { kind: "user", id: person.id },
      before: { admin: person.admin },
      after: { admin },
    });
    return "done";
  });
}
