import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { insertSurvey } from "../server/surveys/queries.ts";
import { createVoteWriter } from "../server/votes/queries.ts";
import { report, throughput } from "./measure.ts";
import { withSite } from "./site.ts";

const PARALLEL = 200;
const TOTAL = 5_000;

await withSite(async ({ app, db, join }) => {
  const { headers, id } = await join();
  const { rows } = await sql<{ email: string }>`select email from users where id = ${id}`.execute(
    db,
  );
  const call = (url: string) => () => app.inject({ url, headers });

  // The cost of any answer, and so the upper bound for all others.
  await throughput({ total: TOTAL, parallel: PARALLEL }, call("/healthz"));
  const health = await throughput({ total: TOTAL, parallel: PARALLEL }, call("/healthz"));
  const flag = await throughput(
    { total: TOTAL, parallel: PARALLEL },
    call(`/users/normal/${rows[0]?.email}`),
  );
  report("calls with a token, their person read from the database", flag / health, "GET /healthz");
  const list = await throughput({ total: TOTAL, parallel: PARALLEL }, call("/survey/item"));
  report("the public list", list / health, "GET /healthz");

  const surveyId = randomUUID();
  await insertSurvey(db, {
    id: surveyId,
    title: "Hot",
    description: "Everybody votes here",
    category: "politics",
    question: "Yes?",
    status: "published",
    surveyor_id: id,
  });
  const voters = await sql<{ id: string }>`
    insert into users (email, username)
    select gen_random_uuid() || '@bench.test', 'Voter' from generate_series(1, ${TOTAL * 2}::int)
    returning id
  `.execute(db);
  const newVote = (index: number) => ({
    id: randomUUID(),
    surveyId,
    userId: voters.rows[index]?.id ?? "",
    vote: "yes" as const,
    report: "",
  });
  // One at a time, as a writer without batches works: each vote waits for its own commit.
  const alone = createVoteWriter(db);
  const single = await throughput({ total: 500, parallel: 1 }, (index) =>
    alone.run(newVote(index)),
  );
  const writer = createVoteWriter(db);
  const batched = await throughput({ total: TOTAL, parallel: 2_000 }, (index) =>
    writer.run(newVote(500 + index)),
  );
  report("votes on one survey, batched", batched / single, "one at a time");
});
