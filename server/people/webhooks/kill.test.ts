import { expect, it, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import {
  addPerson,
  connectionsTo,
  onDatabase,
  signalAll,
  startBuilt,
} from "../../testing/built-server.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { createReceiver } from "../../testing/webhook-receiver.ts";

it("an event goes out although the server is killed while it sends it", async () => {
  const db = await createTestDatabase();
  const receiver = await createReceiver((reply, count) => {
    if (count > 1) reply.end();
  });
  const settings = await onDatabase(db);
  const server = await startBuilt(settings);
  const admin = await addPerson(db, { admin: true });
  const person = connectionsTo(server, 1).as(admin.headers);
  const body = { url: receiver.url, description: "", events: ["survey.closed" as const] };
  const { id } = await person.call(routes.createWebhook, { body });
  await person.call(routes.testWebhook, { params: { id } });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
  signalAll(server, "SIGKILL");
  expect(await server.ended).toBe("SIGKILL");

  // A minute later, another server may have it.
  await db
    .updateTable("webhooks")
    .set({ busy_until: new Date(0) })
    .execute();
  const next = await startBuilt(settings);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2));
  const [first, second] = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(second).toBe(first);
  signalAll(next, "SIGTERM");
  await next.ended;
});
