import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { pages } from "../../../contract/pages.ts";
import type { QueryInput } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { aPublication, aRejection, aSurvey, aVote, testSurvey } from "../../testing/inputs.ts";
import { createTestApp } from "../../testing/test-app.ts";
import { createTestDesk } from "../../testing/test-desk.ts";
import { sentMails } from "../../testing/test-mails.ts";
import { addTestSurvey, readCounts } from "../../testing/test-surveys.ts";

const { site, surveyor, otherSurveyor, admin, create, readOwn } = await createTestDesk();
// So that mails follow.
await site.app.listen({ port: 0 });

const publish = (id: string, by = admin) => by.call(routes.publishSurvey, aPublication(id));
const unpublish = (id: string) => admin.call(routes.unpublishSurvey, aRejection(id));
const decisionsOn = (id: string) => admin.call(routes.listDecisions, { params: { id } });

describe("an admin's decision", () => {
  it("publishes: in the public list at once, told to the surveyor, kept and audited", async () => {
    const id = await create({ title: "Published at once" });
    const listed = () =>
      site.visitor.call(routes.listSurveys, { query: { search: "published at once" } });
    expect(await listed()).toEqual([]);
    expect(await publish(id)).toEqual({ matchedCount: 1 });
    expect(await listed()).toMatchObject([{ _id: id }]);

    expect((await surveyor.call(routes.listNotices)).notices[0]).toMatchObject({
      kind: "published",
      surveyItemId: id,
      title: "Published at once",
      read: false,
    });
    expect(await admin.call(routes.listAudit, { query: { limit: 1 } })).toMatchObject([
      {
        action: "survey.publish",
        actor: "Test Person",
        subjectId: id,
        subject: "Published at once",
        before: { status: "pending" },
        after: { status: "published" },
      },
    ]);
    await vi.waitFor(() =>
      expect(site.logged.map(({ mail }) => mail)).toContainEqual(
        expect.objectContaining({
          to: surveyor.email,
          subject: "Your survey is published: Published at once",
        }),
      ),
    );
  });

  it("is told by mail in the surveyor's language, with a link to a page in it", async () => {
    const reader = await site.join({ role: "surveyor" });
    await reader.call(routes.setLanguage, { body: { language: "es" } });
    const title = "¿Más árboles?";
    const mails = () => sentMails(site).filter(({ to }) => to === reader.email);
    await publish(await create({ title }, reader));
    await vi.waitFor(() =>
      expect(mails()).toContainEqual({
        to: reader.email,
        language: "es",
        subject: `Tu encuesta está publicada: ${title}`,
        text: expect.stringContaining(`/es${pages.ownSurveys}`),
      }),
    );
    // Whoever decides writes in any language; what is around it is in the reader's.
    const id = await create({ title }, reader);
    await admin.call(routes.unpublishSurvey, aRejection(id, "Too vague."));
    const subject = `Tu encuesta no está publicada: ${title}`;
    await vi.waitFor(() =>
      expect(mails()).toContainEqual(
        expect.objectContaining({ subject, text: expect.stringContaining("Too vague.") }),
      ),
    );
  });

  it("is told in English in a language that only the next version knows", async () => {
    const reader = await site.join({ role: "surveyor" });
    await site.db
      .updateTable("users")
      .set({ language: "pt" })
      .where("id", "=", reader.id)
      .execute();
    await publish(await create({ title: "A later language" }, reader));
    await vi.waitFor(() =>
      expect(sentMails(site)).toContainEqual(
        expect.objectContaining({
          to: reader.email,
          language: "en",
          subject: "Your survey is published: A later language",
        }),
      ),
    );
  });

  it("rejects for a reason of the list, which each reader gets in their language, above the words", async () => {
    const reader = await site.join({ role: "surveyor" });
    await reader.call(routes.setLanguage, { body: { language: "es" } });
    const mails = () => sentMails(site).filter(({ to }) => to === reader.email);
    for (const enteredMessage of ["", "Which river?"]) {
      const title = `Unclear ${enteredMessage.length}`;
      const id = await create({ title }, reader);
      const body = { status: "unpublish", enteredMessage, reason: "unclear" } as const;
      await admin.call(routes.unpublishSurvey, { params: { id }, body });
      const why = { reason: "unclear", message: enteredMessage };
      const own = { params: { email: reader.email }, query: { limit: 1 } };
      const said = ["La pregunta no está clara.", enteredMessage].filter(Boolean).join("\n\n");
      expect(await reader.call(routes.listRejections, own)).toMatchObject([{ message: said }]);
      expect((await reader.call(routes.listNotices)).notices[0]).toMatchObject(why);
      expect(await reader.call(routes.readOwnSurvey, { params: { id } })).toMatchObject({
        enteredMessage,
        enteredReason: "unclear",
      });
      expect(await decisionsOn(id)).toMatchObject([why]);
      expect(await admin.call(routes.listAudit, { query: { limit: 1 } })).toMatchObject([
        { after: { status: "unpublish", reason: "unclear", enteredMessage } },
      ]);
      await vi.waitFor(() =>
        expect(mails()).toContainEqual(
          expect.objectContaining({
            subject: `Tu encuesta no está publicada: ${title}`,
            text: expect.stringContaining(said),
          }),
        ),
      );
      // Once it is published, nobody needs to know any more.
      await publish(id);
      expect(await reader.call(routes.readOwnSurvey, { params: { id } })).toMatchObject({
        enteredMessage: null,
        enteredReason: null,
      });
    }
    const id = await create({ title: "Reasons" }, reader);
    for (const reason of ["insult", "", "constructor"]) {
      const body = { status: "unpublish", enteredMessage: "No.", reason } as never;
      expect(await admin.status(routes.unpublishSurvey, { params: { id }, body })).toBe(422);
    }
  });

  it("rejects with a message that the surveyor finds under /adminResponse", async () => {
    const id = await create({ title: "Rejected" });
    const empty = await admin.refused(routes.unpublishSurvey, aRejection(id, "  "));
    expect(empty.errors).toMatchObject([
      { field: "enteredMessage", message: "Message cannot be empty" },
    ]);
    await admin.call(routes.unpublishSurvey, aRejection(id, "Too vague."));
    expect(await readOwn(id)).toMatchObject({ status: "unpublish", enteredMessage: "Too vague." });
    const own = { params: { email: surveyor.email }, query: { limit: 1 } };
    expect(await surveyor.call(routes.listRejections, own)).toMatchObject([
      {
        title: "Rejected",
        category: "social-issues",
        surveyorEmail: surveyor.email,
        surveyorName: "Test Person",
        message: "Too vague.",
        status: "unpublish",
      },
    ]);
    expect(await admin.call(routes.listRejections, own)).toHaveLength(1);
    expect(await otherSurveyor.status(routes.listRejections, own)).toBe(403);
  });

  it("keeps every decision with the text it was made on", async () => {
    const id = await create();
    const params = { id };
    const question = "Should the town library stay open until nine?";
    await admin.call(routes.unpublishSurvey, aRejection(id, "Which library?"));
    await surveyor.call(routes.editSurvey, { params, ...aSurvey({ question }) });
    await surveyor.call(routes.resendSurvey, { params });
    await publish(id);
    expect(await decisionsOn(id)).toMatchObject([
      { status: "published", message: "", survey: { question } },
      { status: "unpublish", message: "Which library?", survey: { question: testSurvey.question } },
    ]);
    expect(await readOwn(id)).toMatchObject({ enteredMessage: null, revision: 2 });
  });

  it("is made on the text that the admin has read, or not at all", async () => {
    const id = await create();
    const text = aSurvey({ title: "Something else entirely" });
    await surveyor.call(routes.editSurvey, { params: { id }, ...text });
    const publishRevision = (revision: number) =>
      admin.status(routes.publishSurvey, { ...aPublication(id), query: { revision } });
    expect(await publishRevision(1)).toBe(409);
    expect((await readOwn(id)).status).toBe("pending");
    expect(await publishRevision(2)).toBe(200);
  });

  it("is one decision when it is sent twice at once with one key", async () => {
    const id = await create();
    const input = { ...aPublication(id), key: randomUUID() };
    await Promise.all([1, 2, 3, 4].map(() => admin.call(routes.publishSurvey, input)));
    expect(await decisionsOn(id)).toHaveLength(1);
  });

  it("is made once when two admins race", async () => {
    const id = await create();
    const second = await site.join({ admin: true });
    const statuses = await Promise.all(
      [admin, second].map((by) => by.status(routes.publishSurvey, aPublication(id))),
    );
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it("takes turns with the votes that arrive meanwhile", async () => {
    const id = await create();
    await publish(id);
    const voters = await Promise.all(Array.from({ length: 10 }, () => site.join()));
    const votes = voters.map((voter) => voter.status(routes.castVote, aVote(id)));
    await unpublish(id);
    await publish(id);
    await unpublish(id);
    const accepted = (await Promise.all(votes)).filter((status) => {
      expect([201, 404]).toContain(status);
      return status === 201;
    });
    const { tally, rows } = await readCounts(site.db, id);
    expect(tally.yes).toBe(accepted.length);
    expect(rows.yes).toBe(accepted.length);
  });

  it("is not for the survey's own surveyor", async () => {
    const id = await create();
    expect(await surveyor.status(routes.publishSurvey, aPublication(id))).toBe(403);
    expect(await surveyor.status(routes.unpublishSurvey, aRejection(id))).toBe(403);
    expect((await readOwn(id)).status).toBe("pending");
  });

  it("is 404 for a survey that is not there, and 422 for another status", async () => {
    expect(await admin.status(routes.publishSurvey, aPublication(randomUUID()))).toBe(404);
    const wrong = { params: { id: await create() }, body: { status: "pending" } };
    expect(await admin.status(routes.publishSurvey, wrong)).toBe(422);
  });
});

it("lists what waits for a decision as a queue, and the rest from the last sent", async () => {
  const queue = await createTestApp();
  const chief = await queue.join({ admin: true });
  const ids: string[] = [];
  for (let day = 1; day <= 3; day += 1) {
    const sent_at = new Date(Date.UTC(2026, 0, day));
    ids.push(await addTestSurvey(queue.db, { status: "pending", sent_at, title: `Day ${day}` }));
  }
  async function read(query: QueryInput<typeof routes.listAllSurveys>): Promise<string[]> {
    const surveys = await chief.readAll(routes.listAllSurveys, { query });
    return surveys.map(({ _id }) => _id);
  }
  expect(await read({ status: "pending", limit: 2 })).toEqual(ids);
  expect(await read({ limit: 2 })).toEqual(ids.toReversed());
  expect(await read({ search: "day 2" })).toEqual([ids[1]]);
});
