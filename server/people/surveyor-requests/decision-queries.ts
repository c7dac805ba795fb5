import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import type { Outcome } from "../../database/outcome.ts";
import { isAudited, writeAudit } from "../audit/queries.ts";
import { addNotices } from "../notices/queries.ts";
import { addMails } from "../outbox/queries.ts";
import { holdPeople, type TokenHolder } from "../users/hold-queries.ts";
import { lockPerson, setRole } from "../users/standing-queries.ts";
import { findAsker, findOwnRequest, takeRequest } from "./queries.ts";

interface NewRequest extends TokenHolder {
  id: string;
  reason: string;
}

/** `missing` if the person is. Repeating the same id changes nothing. */
export async function addRequest(db: Database, request: NewRequest): Promise<Outcome> {
  const { id, userId, reason } = request;
  return db.transaction().execute(async (trx) => {
    // Nobody asks after they were deleted.
    if (!(await holdPeople(trx, [request])).has(userId)) return "missing";
    const { numAffectedRows } = await sql`
      insert into surveyor_requests (user_id, id, reason)
      select id, ${id}, ${reason} from users
      where id = ${userId} and role = 'user' and not admin
      on conflict do nothing
    `.execute(trx);
    if (numAffectedRows === 1n) return "done";
    const open = await findOwnRequest(trx, userId);
    if (open?.id === id) return "done";
    return { refused: open ? "request.open" : "role.changed" };
  });
}

interface NewDecision {
  key: string;
  adminId: string;
  requestId: string;
  accepted: boolean;
  /** The admin's words for the person. */
  answer: string;
}

/** An admin's decision: the role if they accept, its audit entry, its notice and its mail. */
export async function decideOnRequest(
  db: Database,
  { key, adminId, requestId, accepted, answer }: NewDecision,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const userId = await findAsker(trx, requestId);
    const person = userId && (await lockPerson(trx, userId));
    if (await isAudited(trx, key)) return "done";
    if (!person || !(await takeRequest(trx, requestId))) return "missing";
    if (accepted) {
      const change = { key, actorId: adminId, userId };
      const outcome = await setRole(trx, change, person, "surveyor", answer);
      if (outcome !== "done") return outcome;
    } else {
      await addNotices(trx, [userId], { id: key, kind: "declined", message: answer });
      // A decision on a role, which stays as it is.
      await writeAudit(trx, {
        id: key,
        actorId: adminId,
        action: "user.role",
        subject: { kind: "user", id: userId },
        before: { role: person.role },
        after: { role: person.role, request: "declined", ...(answer && { answer }) },
      });
    }
    await addMails(trx, [userId], { kind: "request.decided", about: { noticeId: key } });
    return "done";
  });
}
