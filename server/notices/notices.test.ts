import { expect, it } from "vitest";
import { createTestApp } from "../testing/test-app.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";

it("tells a surveyor of decisions until they have read them", async () => {
  const site = await createTestApp();
  const surveyor = await site.join({ role: "surveyor" });
  const admin = await site.join({ admin: true });
  async function decide() {
    const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id, status: "pending" });
    await site.call({
      method: "PUT",
      url: `/survey/${id}`,
      headers: admin.headers,
      payload: { status: "unpublish", enteredMessage: "Not yet." },
    });
  }
  const list = async () => (await site.call({ url: "/notices", headers: surveyor.headers })).json();

  expect(await list()).toEqual({ unread: 0, notices: [] });
  await decide();
  await decide();
  const first = await list();
  expect(first).toMatchObject({
    unread: 2,
    notices: [{ kind: "unpublish", message: "Not yet.", read: false }, { read: false }],
  });

  // What comes after the list was read stays unread.
  await decide();
  const read = await site.call({
    method: "POST",
    url: "/notices/read",
    headers: surveyor.headers,
    payload: { until: first.notices[0].timestamp },
  });
  expect(read.json()).toEqual({ matchedCount: 2 });
  expect(await list()).toMatchObject({ unread: 1, notices: [{ read: false }, { read: true }, {}] });
  // Nobody else is told, and a visitor not at all.
  const others = await site.call({ url: "/notices", headers: admin.headers });
  expect(others.json()).toEqual({ unread: 0, notices: [] });
  expect((await site.call({ url: "/notices" })).statusCode).toBe(401);
});
