import type { FindingKind } from "../../../contract/suspicion.ts";
import type { Database } from "../../database/connect.ts";
import type { Outcome } from "../../database/outcome.ts";

export interface Change {
  /** Makes it happen once. */
  key: string;
  surveyId: string;
  adminId: string;
  /** Public. */
  reason: string;
}

export interface NewGroup extends Change {
  finding: FindingKind;
  /** Whose votes. */
  userIds: string[];
}

export interface Restoring extends Change {
  groupId: string;
}

/** Changes which votes count. Returns of how many. */
export interface Asides {
  setAside(group: NewGroup): Promise<Outcome<number>>;
  restore(change: Restoring): Promise<Outcome<number>>;
}

/** How many votes a call has set aside, if it did so already. */
export async function findGroup(db: Database, surveyId: string, id: string) {
  return db
    .selectFrom("set_asides")
    .select(["votes", "finding", "restored_at", "stops"])
    .where("survey_id", "=", surveyId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Takes votes out of the counts (-1), or counts them again. */
export async function changeTally(
  trx: Database,
  surveyId: string,
  votes: { vote: "yes" | "no" }[],
  sign: 1 | -1,
): Promise<void> {
  const yes = votes.filter(({ vote }) => vote === "yes").length;
  await trx
    .updateTable("survey_tallies")
    .set((eb) => ({
      yes: eb("yes", "+", sign * yes),
      no: eb("no", "+", sign * (votes.length - yes)),
      set_aside: eb("set_aside", "-", sign * votes.length),
    }))
    .where("survey_id", "=", surveyId)
    .execute();
}
