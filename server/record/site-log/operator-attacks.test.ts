import { beforeEach, describe, expect, it, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { writeTranslations } from "../../../record/entries.ts";
import { exitCodeOf } from "../../../record/verify.ts";
import { updateSurvey } from "../../surveys/survey/queries.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { addToLog } from "../../testing/test-log.ts";
import { publishAll, verify } from "../../testing/test-record.ts";
import { addTestSurvey, addTestVotes, minutesAgo } from "../../testing/test-surveys.ts";

// An operator who has the database and the keys, and lets the site itself sign what they want: what a
// stranger's first run finds nevertheless.

vi.setConfig({ testTimeout: 60_000 });

let site: TestApp;
let id: string;
beforeEach(async () => {
  site = await createTestApp();
  id = await addTestSurvey(site.db, { results: "always" });
  for (let n = 0; n < 3; n += 1) await vote();
  await publishAll(site.db);
});

async function vote(): Promise<void> {
  await (await site.join()).call(routes.castVote, aVote(id));
}

/** A round of the log, as if it had been so many minutes ago. */
async function addToLogBefore(minutes: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: minutesAgo(minutes) });
  try {
    await addToLog(site.db);
  } finally {
    vi.useRealTimers();
  }
}

/** In the database, past the rules of the site. */
const change = (survey: { closes_at: Date } | { results: "voted" }) =>
  site.db.updateTable("surveys").set(survey).where("id", "=", id).execute();

/** What is not fine, by whom it is about, and how the verifier ends. */
async function run() {
  const { findings } = await verify(site);
  const bad = findings.filter(({ verdict }) => verdict !== "fine");
  const found = bad.map(({ about, verdict, text }) => `${about} ${verdict}: ${text}`);
  return { found: found.join("\n"), code: exitCodeOf(findings) };
}

describe("votes that are put into a record after the closing", () => {
  /** The log says for an hour and more that the survey has closed three hours ago. */
  async function close(meanwhile: () => Promise<void>): Promise<void> {
    await change({ closes_at: minutesAgo(180) });
    await addToLogBefore(240);
    await meanwhile();
    // Not exactly an hour apart, after which it says a time again: a clock may be set back meanwhile.
    await addToLogBefore(115);
    await addToLogBefore(50);
  }

  /** As if people had voted in time. The publisher also writes that the survey is closed. */
  async function enterTwo(): Promise<void> {
    await addTestVotes(site.db, id, 2, minutesAgo(190));
    await publishAll(site.db);
  }

  it("are fine as long as they are entered in time", async () => {
    await close(enterTwo);
    expect(await run()).toEqual({ found: "", code: 0 });
  });

  it("are found by the times in the log", async () => {
    await close(async () => {});
    await enterTwo();
    await addToLog(site.db);
    expect(await run()).toEqual({
      found: `${id} wrong: 2 votes were entered more than an hour after its closing`,
      code: 1,
    });
  });
});

it("a survey that is opened again, and takes votes, is found by its terms in the log", async () => {
  await change({ closes_at: minutesAgo(180) });
  await addToLogBefore(240);
  await addToLogBefore(110);
  await change({ closes_at: minutesAgo(-24 * 60) });
  await vote();
  await publishAll(site.db);
  await addToLog(site.db);
  const { found, code } = await run();
  expect(found).toMatch(new RegExp(`^log wrong: ${id} has closed at \\S+, and is opened again`));
  expect(code).toBe(1);
});

it("a result that is hidden, or shown, otherwise than voters were told is found by its terms", async () => {
  await addToLog(site.db);
  await change({ results: "voted" });
  await addToLog(site.db);
  expect(await run()).toEqual({
    found: `log wrong: Who sees the results of ${id} was changed after votes were entered`,
    code: 1,
  });
});

it("a log that stands still, while votes are entered, is told", async () => {
  await addToLogBefore(71);
  const head = await site.db.selectFrom("log_head").select("timed_at").executeTakeFirstOrThrow();
  await vote();
  await publishAll(site.db);
  expect(await run()).toEqual({
    found: `log unchecked: The log says nothing since ${head.timed_at.toISOString()}`,
    code: 2,
  });
});

it("a translation that is turned around after votes is told, as the original would be", async () => {
  const arabic = { language: "ar", title: "عنوان", description: "وصف", question: "هل نفعل؟" };
  const turned = { ...arabic, question: "هل نمتنع؟" };
  id = await addTestSurvey(site.db, {
    results: "always",
    translations: writeTranslations([arabic]),
  });
  for (let n = 0; n < 3; n += 1) await vote();
  await publishAll(site.db);
  await addToLog(site.db);
  expect(await run()).toEqual({ found: "", code: 0 });
  // The text that the votes have answered is shown nowhere any more.
  const translations = writeTranslations([turned]);
  await updateSurvey(site.db, id, { translations });
  const decisions = site.db.updateTable("survey_decisions").where("survey_id", "=", id);
  await decisions.set({ translations }).execute();
  await addToLog(site.db);
  expect(await run()).toEqual({
    found: `${id} unchecked: 3 votes have answered a text that the site does not show`,
    code: 2,
  });
  // Nor does it help to show the old text beside it, because the hash has the words of all languages.
  const { findings } = await verify(site, {
    onTheWay: (body) => body.replaceAll(turned.question, arabic.question),
  });
  const wrong = findings.filter(({ verdict }) => verdict === "wrong");
  expect(wrong.map(({ text }) => text)).toEqual([
    "The site serves a text under the hash of another one",
  ]);
});
