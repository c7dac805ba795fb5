import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { textOfNote } from "../../../record/signed-note.ts";
import type { KeptSite } from "../../../record/verify.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { publishAll, testSigner, verify } from "../../testing/test-record.ts";
import { addTestSurvey, addTestVote } from "../../testing/test-surveys.ts";
import { createSigner } from "../signing/signer.ts";

// Whoever runs the site can change its database and sign what they like. What others have seen
// before, and what the site shows besides, must not fit any more.

let site: TestApp;
let surveyId: string;
let kept: KeptSite | undefined;

const readCheckpoint = (id = surveyId) =>
  site.visitor.call(routes.readCheckpoint, { params: { id } });

async function addVotes(yes: number, no: number): Promise<void> {
  for (let n = 0; n < yes + no; n += 1) {
    await addTestVote(site.db, { survey_id: surveyId, vote: n < yes ? "yes" : "no" });
  }
}

/** Another process of the site, which has seen nothing of its records yet. */
async function restart(): Promise<void> {
  site = await createTestApp({}, site.db);
}

/** The record is written again from the votes as they are now, and signed with the site's key. */
async function rewrite(): Promise<void> {
  await restart();
  for (const table of ["record_entries", "record_tiles", "records"] as const) {
    await site.db.deleteFrom(table).where("survey_id", "=", surveyId).execute();
  }
  await publishAll(site.db);
}

/** All votes become yes, in the rows and in the counts. */
async function changeVotes(): Promise<void> {
  const votes = site.db.updateTable("votes").where("survey_id", "=", surveyId);
  await votes.set({ vote: "yes" }).execute();
  await tally().set({ yes: 5, no: 0 }).execute();
}

async function wrongWith(given: Parameters<typeof verify>[1] = {}): Promise<string[]> {
  const { wrong } = await verify(site, { ids: [surveyId], kept, ...given });
  return wrong;
}

const entries = () => site.db.updateTable("record_entries").where("survey_id", "=", surveyId);
const tally = () => site.db.updateTable("survey_tallies").where("survey_id", "=", surveyId);

beforeAll(async () => {
  site = await createTestApp();
});

beforeEach(async () => {
  surveyId = await addTestSurvey(site.db, { results: "always" });
  await addVotes(3, 2);
  await publishAll(site.db);
  ({ kept } = await verify(site, { ids: [surveyId] }));
});

describe("the verifier", () => {
  it("finds nothing wrong with an honest record, which grows", async () => {
    await addVotes(1, 1);
    await publishAll(site.db);
    await addVotes(1, 0);
    const { findings } = await verify(site, { ids: [surveyId], kept });
    expect(findings.map(({ verdict }) => verdict)).toEqual(["fine", "fine"]);
    expect(findings[1]?.text).toBe(
      "7 votes, recounted: 4 yes, 3 no; 1 more are shown and not entered yet; " +
        "9 entries as signed, a continuation of what was seen before",
    );
  });

  it("checks all published surveys, and those that it knows, without being told which", async () => {
    const other = await addTestSurvey(site.db);
    await addTestVote(site.db, { survey_id: other });
    await publishAll(site.db);
    await site.db
      .updateTable("surveys")
      .set({ status: "unpublish" })
      .where("id", "=", surveyId)
      .execute();
    const { findings, wrong } = await verify(site, { kept });
    expect(wrong).toEqual([]);
    const textOf = (id: string) => findings.find(({ about }) => about === id)?.text;
    expect(textOf(other)).toMatch(/^1 votes, whose choices are hidden/);
    expect(textOf(surveyId)).toMatch(/no longer published/);
  });

  it("finds a vote that was changed in the record", async () => {
    await entries().set({ vote: "yes" }).where("vote", "=", "no").execute();
    await restart();
    expect(await wrongWith()).toEqual(["The entries are not those that the site has signed"]);
  });

  it("finds a vote that was dropped from the record", async () => {
    await site.db
      .deleteFrom("record_entries")
      .where("survey_id", "=", surveyId)
      .where("position", "=", 6)
      .execute();
    expect(await wrongWith()).toEqual(["The file tile/entries/000.p/7 does not have 7 entries"]);
  });

  it("finds votes that were moved, dropped or added in what is shown", async () => {
    await tally().set({ yes: 4, no: 1 }).execute();
    const record = "the record has 5 votes (3 yes, 2 no)";
    expect(await wrongWith()).toEqual([`The site shows 5 votes (4 yes, 1 no), ${record}`]);
    await tally().set({ yes: 3, no: 1 }).execute();
    expect(await wrongWith()).toEqual([`The site shows 4 votes (3 yes, 1 no), ${record}`]);
    await tally().set({ yes: 9, no: 2 }).execute();
    // They might still be waiting to be entered, for an hour.
    const now = new Date();
    const first = await verify(site, { ids: [surveyId], now });
    expect(first.wrong).toEqual([]);
    const later = { kept: first.kept, now: new Date(now.getTime() + 70 * 60_000) };
    expect(await wrongWith(later)).toEqual([
      `11 votes were shown at ${now.toISOString()}, but only 5 are in the record, an hour later`,
    ]);
  });

  it("finds a text that was changed, and is hidden", async () => {
    const question = "Must we?";
    await site.db.updateTable("surveys").set({ question }).where("id", "=", surveyId).execute();
    expect(await wrongWith()).toEqual(["The question is not the one that 5 votes have answered"]);
    const decisions = site.db.updateTable("survey_decisions").where("survey_id", "=", surveyId);
    await decisions.set({ question }).execute();
    expect(await wrongWith()).toEqual(["5 votes have answered a text that the site does not show"]);
  });

  it("finds a record that was rewritten and signed again, and has the proof", async () => {
    await changeVotes();
    await rewrite();
    const { findings } = await verify(site, { ids: [surveyId], kept });
    expect(findings[1]).toMatchObject({
      verdict: "wrong",
      text: "The site has signed two histories",
    });
    expect(findings[1]?.evidence).toMatchObject({
      earlier: kept?.surveys[surveyId]?.checkpoint,
      later: await readCheckpoint(),
    });
    await addVotes(2, 0);
    await publishAll(site.db);
    const rewritten =
      "The site has signed two histories: the record does not begin with the one that had 7 entries";
    expect(await wrongWith()).toEqual([rewritten]);
    // Nobody who looks for the first time can know.
    expect(await wrongWith({ kept: undefined })).toEqual([]);
  });

  it("finds that two people were shown two histories, once they compare", async () => {
    const shownToAda = await readCheckpoint();
    await changeVotes();
    await rewrite();
    await addVotes(1, 0);
    await publishAll(site.db);
    const shownToBob = await verify(site, { ids: [surveyId] });
    expect(shownToBob.wrong).toEqual([]);
    const compared = await wrongWith({ kept: shownToBob.kept, others: [shownToAda] });
    expect(compared).toEqual([
      "The site has signed two histories: the record does not begin with the one that had 7 entries",
    ]);
    const foreign = createSigner(Buffer.alloc(32, 7)).sign("a/b\n1\nAA==\n", "a/b");
    expect(await wrongWith({ kept: undefined, others: [foreign] })).toEqual([
      "A checkpoint to compare with is not signed with a key of this site",
    ]);
  });

  it("finds a record that has vanished, or has shrunk as by an old backup", async () => {
    const older = await site.db
      .selectFrom("records")
      .selectAll()
      .where("survey_id", "=", surveyId)
      .executeTakeFirstOrThrow();
    await addVotes(2, 0);
    await publishAll(site.db);
    const seen = (await verify(site, { ids: [surveyId], kept })).kept;
    const { size, checkpoint } = older;
    await site.db
      .updateTable("records")
      .set({ size, checkpoint })
      .where("survey_id", "=", surveyId)
      .execute();
    await restart();
    expect(await wrongWith({ kept: seen })).toEqual([
      "The record has shrunk from 9 to 7 entries: history was lost",
    ]);
    await site.db
      .updateTable("records")
      .set({ size: 0 })
      .where("survey_id", "=", surveyId)
      .execute();
    await restart();
    expect(await wrongWith({ kept: seen })).toEqual(["The record has vanished; it had 9 entries"]);
  });

  it("finds a checkpoint that the site's key has not signed", async () => {
    const forged = testSigner.sign(
      textOfNote(await readCheckpoint()).replace("\n6\n", "\n5\n"),
      "x",
    );
    const onTheWay = (body: string) => (body.startsWith("example.org/") ? forged : body);
    expect(await wrongWith({ onTheWay })).toEqual([
      "A checkpoint is not signed with the site's key",
    ]);
  });
});
