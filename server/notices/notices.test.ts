import { expect, it } from "vitest";
import { routes } from "../../contract/routes.ts";
import { aRejection } from "../testing/inputs.ts";
import { createTestApp } from "../testing/test-app.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";

it("tells a surveyor of decisions until they have read them", async () => {
  const site = await createTestApp();
  const surveyor = await site.join({ role: "surveyor" });
  const admin = await site.join({ admin: true });
  async function decide() {
    const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id, status: "pending" });
    await admin.call(routes.unpublishSurvey, aRejection(id, "Not yet."));
  }
  const list = () => surveyor.call(routes.listNotices);

  expect(await list()).toEqual({ unread: 0, notices: [] });
  await decide();
  await decide();
  const first = await list();
  expect(first).toMatchObject({
    unread: 2,
    notices: [{ kind: "unpublish", message: "Not yet.", read: false }, { read: false }],
  });

  // A notice that arrives after the list was read stays unread.
  await decide();
  const until = first.notices[0]?.timestamp ?? "";
  const read = await surveyor.call(routes.readNotices, { body: { until } });
  expect(read).toEqual({ matchedCount: 2 });
  expect(await list()).toMatchObject({ unread: 1, notices: [{ read: false }, { read: true }, {}] });
  // Other people get no notice, and a visitor may not ask.
  expect(await admin.call(routes.listNotices)).toEqual({ unread: 0, notices: [] });
  expect(await site.visitor.status(routes.listNotices)).toBe(401);
});
