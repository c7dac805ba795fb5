import type { Database } from "../database/connect.ts";

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

/** For a person who is deleted; everybody else's are emptied by `database/clear-networks.ts`. */
export async function forgetNetworks(trx: Database, userId: string): Promise<void> {
  await trx
    .updateTable("votes")
    .set({ network: null })
    .where("user_id", "=", userId)
    .where("network", "is not", null)
    .execute();
}
