import { describe, expect, it } from "vitest";
import type { TextChange } from "../../../contract/publication.ts";
import { routes } from "../../../contract/routes.ts";
import { aPublication, aRejection, aVote, testSurvey } from "../../testing/inputs.ts";
import { createTestDesk } from "../../testing/test-desk.ts";
import { findWrongTallies } from "../votes/recount-queries.ts";

const { site, surveyor, otherSurveyor, admin, readOwn } = await createTestDesk();

async function create(more: TextChange = {}, by = surveyor): Promise<string> {
  const { insertedId } = await by.call(routes.createSurvey, { body: { ...testSurvey, ...more } });
  return insertedId;
}

const edit = (id: string, more: TextChange) =>
  surveyor.refused(routes.editSurvey, { params: { id }, body: { ...testSurvey, ...more } });

describe("the language of a survey", () => {
  it("is what was sent, is approved with the text, and is told everywhere", async () => {
    const id = await create({ language: "es", title: "¿Más trenes?" });
    expect(await readOwn(id)).toMatchObject({ language: "es" });
    const [waiting] = await admin.call(routes.listAllSurveys, { query: { search: "trenes" } });
    expect(waiting).toMatchObject({ _id: id, language: "es" });
    await admin.call(routes.publishSurvey, aPublication(id));
    const [decision] = await admin.call(routes.listDecisions, { params: { id } });
    expect(decision?.survey.language).toBe("es");
    for (const route of [routes.readSurvey, routes.readResults] as const) {
      expect(await surveyor.call(route, { params: { id } })).toMatchObject({ language: "es" });
    }
    const [card] = await site.visitor.call(routes.listSurveys, { query: { search: "trenes" } });
    expect(card).toMatchObject({ _id: id, language: "es" });
    expect(await findWrongTallies(site.db, [id])).toEqual([]);
  });

  it("is told by the letters if it was not sent, or is the site's, never the account's", async () => {
    expect(await readOwn(await create())).toMatchObject({ language: "en" });
    const arabic = { title: "ساعات العمل", question: "هل نطيلها؟" };
    expect(await readOwn(await create(arabic))).toMatchObject({ language: "ar" });
    await otherSurveyor.call(routes.setLanguage, { body: { language: "fr" } });
    const params = { id: await create({}, otherSurveyor) };
    expect(await otherSurveyor.call(routes.readOwnSurvey, { params })).toMatchObject({
      language: "en",
    });
  });

  it.each(["tlh", "EN", "", 7])("is refused if it is %j", async (language) => {
    const body = { ...testSurvey, language };
    const { status, errors } = await surveyor.refused(routes.createSurvey, { body });
    expect(status).toBe(422);
    expect(errors).toMatchObject([{ field: "language", code: "not-a-choice" }]);
  });

  it("changes like the text, and stays where it is not given", async () => {
    const id = await create({ language: "fr" });
    await surveyor.call(routes.editSurvey, { params: { id }, body: testSurvey });
    expect(await readOwn(id)).toMatchObject({ language: "fr", revision: 1 });
    const body = { ...testSurvey, language: "hi" as const };
    await surveyor.call(routes.editSurvey, { params: { id }, body });
    expect(await readOwn(id)).toMatchObject({ language: "hi", revision: 2 });
    expect(await findWrongTallies(site.db, [id])).toEqual([]);
  });

  it("stays while the survey is published, and for good after the first vote", async () => {
    const id = await create({ language: "en" });
    await admin.call(routes.publishSurvey, aPublication(id));
    expect(await edit(id, { language: "fr" })).toMatchObject({ refusal: "survey.published" });
    await (await site.join()).call(routes.castVote, aVote(id));
    await admin.call(routes.unpublishSurvey, aRejection(id));
    expect(await edit(id, { language: "fr" })).toMatchObject({ refusal: "survey.voted-language" });
    await surveyor.call(routes.editSurvey, { params: { id }, body: testSurvey });
    expect(await readOwn(id)).toMatchObject({ language: "en" });
  });
});
