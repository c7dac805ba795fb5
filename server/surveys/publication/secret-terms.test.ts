import { sql } from "kysely";
import { expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aPublication, aRejection, aSecretSurvey, aSurvey } from "../../testing/inputs.ts";
import { ballotServer, countInGroups } from "../../testing/test-ballot.ts";
import { createTestDesk } from "../../testing/test-desk.ts";

// A secret survey has a closing time, and shows its result then.

const { site, surveyor, admin, readOwn } = await createTestDesk();
const secret = () => aSecretSurvey().body;
const text = aSurvey().body;
const refused = { refusal: "survey.secret-terms" };

const send = async (body: ReturnType<typeof secret>) =>
  (await surveyor.call(routes.createSurvey, { body })).insertedId;

it("refuses others where it is written, changed and sent again", async () => {
  const { closesAt, ...open } = secret();
  for (const body of [
    open,
    { ...open, closesAt: null },
    { ...secret(), resultsMode: "always" as const },
  ]) {
    expect(await surveyor.refused(routes.createSurvey, { body })).toMatchObject(refused);
  }
  const id = await send(secret());
  expect(await readOwn(id)).toMatchObject({
    resultsMode: "closed",
    ballot: "secret",
    counting: null,
  });
  const params = { id };
  for (const change of [{ closesAt: null }, { resultsMode: "voted" as const }]) {
    const body = { ...text, ...change };
    expect(await surveyor.refused(routes.editSurvey, { params, body })).toMatchObject(refused);
  }
  await admin.call(routes.unpublishSurvey, aRejection(id));
  const again = { params, body: { closesAt: null } };
  expect(await surveyor.refused(routes.resendSurvey, again)).toMatchObject(refused);
  const { insertedId } = await surveyor.call(routes.createSurvey, { body: { ...text, closesAt } });
  const turned = { params: { id: insertedId }, body: { ...text, ballot: "secret" as const } };
  await surveyor.call(routes.editSurvey, turned);
  expect(await readOwn(insertedId)).toMatchObject({ resultsMode: "closed" });
});

it("asks a survey of version 1.0 for them before its first publication, and no open one", async () => {
  const [waiting, open] = [await send(secret()), await send(secret())];
  await sql`update surveys set closes_at = null where id = ${waiting}`.execute(site.db);
  expect(await admin.refused(routes.publishSurvey, aPublication(waiting))).toMatchObject(refused);
  await admin.call(routes.publishSurvey, aPublication(open));
  await countInGroups(site.db, open, "always");
  await admin.call(routes.unpublishSurvey, aRejection(open));
  await surveyor.call(routes.resendSurvey, { params: { id: open }, body: { title: "Other" } });
  await admin.call(routes.publishSurvey, aPublication(open));
  expect(await readOwn(open)).toMatchObject({ resultsMode: "always", counting: "groups" });
});

it("keeps it closed, also without a single paper, and counts it while it is taken down", async () => {
  const id = await send(secret());
  const params = { id };
  await admin.call(routes.publishSurvey, aPublication(id));
  await admin.call(routes.closeSurvey, { params });
  await admin.call(routes.unpublishSurvey, aRejection(id));
  const longer = { params, body: { ...text, closesAt: secret().closesAt } };
  const forGood = { refusal: "survey.closed-for-good" };
  expect(await surveyor.refused(routes.editSurvey, longer)).toMatchObject(forGood);
  await (await ballotServer(site.db)).count();
  expect(await readOwn(id)).toMatchObject({ counting: "counted" });
  expect(await surveyor.refused(routes.editSurvey, longer)).toMatchObject(forGood);
});
