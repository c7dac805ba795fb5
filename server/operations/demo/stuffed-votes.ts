import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";

const TITLE = "Public money for repair cafés";
// More than the 20 in a minute and the 10 in a network that stand out.
const STUFFED = 26;
// Networks are hashes of 48 bits; these look like some.
const NETWORKS = 2 ** 48;
const STUFFED_NETWORK = 0x7b1e_04d9_a35c;
const SPREAD = 0x9e37_79b9_7f4b;
const MINUTE_MS = 60_000;
const HOURS_AGO = 30;

/** Makes some votes on one survey stand out, so that the demo shows what admins see then. */
export async function addStuffedVotes(db: Database): Promise<void> {
  const { rows } = await sql<{ surveyId: string; userId: string }>`
    select v.survey_id as "surveyId", v.user_id as "userId"
    from votes as v join surveys as s on s.id = v.survey_id join users as u on u.id = v.user_id
    where s.title = ${TITLE} and v.report = '' and u.role = 'user' and not u.admin
      and u.email <> 'user@demo.test'
    order by u.email
  `.execute(db);
  const start = Math.floor(Date.now() / MINUTE_MS - HOURS_AGO * 60) * MINUTE_MS;
  const stuffed = rows.slice(0, STUFFED);
  for (const [index, { surveyId, userId }] of stuffed.entries()) {
    await db
      .updateTable("votes")
      .set({ vote: "no", network: STUFFED_NETWORK, created_at: new Date(start + index * 2_000) })
      .where("survey_id", "=", surveyId)
      .where("user_id", "=", userId)
      .execute();
  }
  const [first] = rows;
  if (!first) return;
  const { surveyId } = first;
  // Everybody else voted from a network of their own.
  await sql`
    update votes as v set network = n.number * ${SPREAD} % ${NETWORKS} from (
      select user_id, row_number() over (order by user_id) as number from votes
      where survey_id = ${surveyId}
    ) as n
    where v.survey_id = ${surveyId} and v.user_id = n.user_id and v.network is null
  `.execute(db);
  await sql`
    update survey_tallies as t set
      yes = (select count(*) from votes where survey_id = t.survey_id and vote = 'yes'),
      no = (select count(*) from votes where survey_id = t.survey_id and vote = 'no')
    where t.survey_id = ${surveyId}
  `.execute(db);
}
