import type { Database } from "../database/connect.ts";
import { ConfigError } from "../environment.ts";
import { people } from "./people.ts";

/**
 * A database that was filled for a demo and is then opened to the world has an admin whose
 * password everybody knows. `setting` names where that database comes from.
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
    throw new ConfigError(
      `${setting}: this database holds people of the demo (${found.email}), whose passwords are public; start with an empty one, or delete them first on a loopback address without PUBLIC_URL`,
    );
  }
}
