import type { Database } from "../../database/connect.ts";
import { OperatorError } from "../../process/operator-error.ts";
import { people } from "./people.ts";

/**
 * Refuses a database with demo data on a public site: everybody knows the password of its admin.
 * `setting` names the setting that chose the database.
 */
export async function refuseDemoPeople(db: Database, setting: string): Promise<void> {
  const emails = people.map(({ email }) => email);
  const found = await db
    .selectFrom("identity.user")
    .select("email")
    .where("email", "in", emails)
    .limit(1)
    .executeTakeFirst();
  if (found) {
    throw new OperatorError(
      `${setting}: this database holds people of the demo (${found.email}), whose passwords are public; start with an empty one, or delete them first on a loopback address without PUBLIC_URL`,
    );
  }
}
