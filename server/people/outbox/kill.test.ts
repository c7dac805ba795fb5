import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import {
  addPerson,
  connectionsTo,
  onDatabase,
  signalAll,
  startBuilt,
} from "../../testing/built-server.ts";
import { aPublication } from "../../testing/inputs.ts";
import { takeMail } from "../../testing/smtp-server.ts";
import { createTestApp, createTestDatabase } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

it("the mail goes out although the server is killed between the commit and the mail", async () => {
  const db = await createTestDatabase();
  // A mail server that never says anything.
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const SMTP_URL = `smtp://127.0.0.1:${port}`;
  const server = await startBuilt({ ...(await onDatabase(db)), SMTP_URL });
  const surveyor = await addPerson(db);
  const admin = await addPerson(db, { admin: true });
  const id = await addTestSurvey(db, { surveyor_id: surveyor.id, status: "pending" });

  const sending = once(silent, "connection");
  await connectionsTo(server, 1).as(admin.headers).call(routes.publishSurvey, aPublication(id));
  await sending;
  signalAll(server, "SIGKILL");
  expect(await server.ended).toBe("SIGKILL");
  silent.close();
  const waiting = () => db.selectFrom("outbox").select(["kind", "tries"]).execute();
  expect(await waiting()).toEqual([{ kind: "survey.decided", tries: 1 }]);

  // Five minutes later, another server may have it.
  await db
    .updateTable("outbox")
    .set({ due_at: new Date(0) })
    .execute();
  const smtp = await takeMail();
  const next = await createTestApp({ SMTP_URL: smtp.url }, db);
  await next.app.listen({ port: 0 });
  await smtp.done;
  expect(smtp.content.join("\n")).toMatch(/^Subject: Your survey is published/m);
  await vi.waitFor(async () => expect(await waiting()).toEqual([]));
  smtp.close();
});
