import { beforeAll, describe, expect, it } from "vitest";
import type { TextChange, Translation } from "../../../contract/publication.ts";
import { routes } from "../../../contract/routes.ts";
import { writeTranslations } from "../../../record/entries.ts";
import { aPublication, aRejection, aSurvey, aVote, testSurvey } from "../../testing/inputs.ts";
import { createTestDesk } from "../../testing/test-desk.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

const { site, surveyor, otherSurveyor, admin, readOwn } = await createTestDesk();

const arabic: Translation = {
  language: "ar",
  title: "ساعات عمل أطول",
  description: "تغلق المكتبة في السادسة.",
  question: "هل تبقى المكتبة مفتوحة حتى التاسعة؟",
};
const spanish: Translation = {
  language: "es",
  title: "Más horas",
  description: "La biblioteca cierra a las seis.",
  question: "¿Debe abrir hasta las nueve?",
};

const inEnglish = (change: TextChange = {}) => ({
  body: { ...testSurvey, language: "en" as const, ...change },
});
const create = async (translations: Translation[] = [arabic]) =>
  (await surveyor.call(routes.createSurvey, inEnglish({ translations }))).insertedId;
const edit = (id: string, change: TextChange, by = surveyor) =>
  by.answer(routes.editSurvey, { params: { id }, query: {}, ...aSurvey(change) });
const publish = (id: string) => admin.call(routes.publishSurvey, aPublication(id));
const translationsOf = async (id: string) => (await readOwn(id)).translations;

describe("the translations of a survey", () => {
  it("come back in the order of their languages, and each of them is an edit", async () => {
    const id = await create([spanish, arabic]);
    expect(await readOwn(id)).toMatchObject({
      ...testSurvey,
      language: "en",
      translations: [arabic, spanish],
      revision: 1,
    });
    await edit(id, { translations: [{ ...arabic, title: "ساعات" }, spanish] });
    expect(await readOwn(id)).toMatchObject({ revision: 2 });
    // The same once more, in another order.
    await edit(id, { translations: [spanish, { ...arabic, title: "ساعات" }] });
    expect(await readOwn(id)).toMatchObject({ revision: 2 });
  });

  it("stay if an edit does not name them, and go if it names none", async () => {
    const id = await create();
    await edit(id, { title: "A better title" });
    expect(await translationsOf(id)).toEqual([arabic]);
    await edit(id, { translations: [] });
    expect(await translationsOf(id)).toEqual([]);
  });

  it.each([
    ["no title", [{ ...arabic, title: " " }], "translations.0.title"],
    [
      "a long question",
      [spanish, { ...arabic, question: "x".repeat(301) }],
      "translations.1.question",
    ],
    ["no language of the site", [{ ...arabic, language: "xx" }], "translations.0.language"],
    ["a language twice", [arabic, spanish, arabic], "translations.2.language"],
    ["the survey's own language", [{ ...arabic, language: "en" }], "language"],
  ])("are refused with %s", async (_, translations, field) => {
    const call = inEnglish({ translations: translations as Translation[] });
    const answer = await surveyor.answer(routes.createSurvey, call);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text).errors).toMatchObject([{ field }]);
  });

  it("are never into the language of the survey, by whichever call", async () => {
    // It is guessed to be English.
    const english = { ...spanish, language: "en" as const };
    const guessed = aSurvey({ translations: [english] } as TextChange);
    expect(await surveyor.status(routes.createSurvey, guessed)).toBe(409);
    const id = await create();
    expect((await edit(id, { language: "ar" })).status).toBe(409);
    expect((await edit(id, { translations: [english] })).status).toBe(409);
    expect((await edit(id, { language: "ar", translations: [english] })).status).toBe(200);
  });

  it("are nobody else's to change", async () => {
    const id = await create();
    expect((await edit(id, { translations: [] }, otherSurveyor)).status).toBe(404);
    expect(await translationsOf(id)).toEqual([arabic]);
  });

  it("can't be changed while it is published", async () => {
    const id = await create();
    await publish(id);
    expect((await edit(id, { translations: [arabic, spanish] })).status).toBe(409);
  });

  it("are read by the admin who decides, and kept with the decision", async () => {
    const id = await create();
    const listed = await admin.readAll(routes.listAllSurveys, { query: { status: "pending" } });
    expect(listed.find(({ _id }) => _id === id)?.translations).toEqual([arabic]);
    await admin.call(routes.unpublishSurvey, aRejection(id));
    const turned = { ...arabic, question: "هل تُغلق المكتبة؟" };
    await surveyor.call(routes.resendSurvey, { params: { id }, body: { translations: [turned] } });
    await publish(id);
    const decisions = await admin.call(routes.listDecisions, { params: { id } });
    expect(decisions.map(({ survey }) => survey.translations)).toEqual([[turned], [arabic]]);
  });

  it("make an admin's decision outdated", async () => {
    const id = await create();
    await edit(id, { translations: [{ ...arabic, question: "هل تُغلق المكتبة؟" }] });
    const decision = { ...aPublication(id), query: { revision: 1 } };
    expect(await admin.status(routes.publishSurvey, decision)).toBe(409);
  });
});

describe("after the first vote", () => {
  let id: string;
  beforeAll(async () => {
    id = await create();
    await publish(id);
    await (await site.join()).call(routes.castVote, aVote(id));
    await admin.call(routes.unpublishSurvey, aRejection(id));
  });

  it.each([
    ["asks otherwise", [{ ...arabic, question: "هل تُغلق المكتبة؟" }]],
    ["is removed", []],
    ["is replaced by one into another language", [spanish]],
  ])("no translation %s", async (_, translations) => {
    const answer = await edit(id, { translations });
    expect(JSON.parse(answer.text)).toMatchObject({ status: 409, code: "conflict" });
    expect(answer.text).toContain("in translation");
  });

  it("its title and description may be corrected, and another one added", async () => {
    const corrected = { ...arabic, title: "المكتبة" };
    expect((await edit(id, { translations: [corrected, spanish] })).status).toBe(200);
    expect(await translationsOf(id)).toEqual([corrected, spanish]);
  });
});

describe("readers of a survey", () => {
  it("get the original as before, and all translations beside it", async () => {
    const id = await create();
    await publish(id);
    const voter = await site.join();
    const survey = await voter.call(routes.readSurvey, { params: { id }, query: {} });
    expect(survey).toMatchObject({ ...testSurvey, translations: [arabic] });
    const { next } = await voter.call(routes.findNextSurvey, { query: {} });
    expect(next).toHaveProperty("translations");
  });

  it("are told the question in every language, whoever may see the result", async () => {
    const written = { title: "Unasked so far", translations: writeTranslations([arabic]) };
    const id = await addTestSurvey(site.db, { ...written, results: "closed" });
    const query = { search: "unasked" };
    const [listed] = await site.visitor.call(routes.listSurveys, { query });
    expect(listed?.translations).toEqual([arabic]);
    const results = await site.visitor.call(routes.readResults, { params: { id } });
    expect(results).toMatchObject({ translations: [arabic], results: null });
  });
});
