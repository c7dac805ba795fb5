import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import {
  addPerson,
  connectionsTo,
  endOf,
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
  const smtp = await takeMail();
  const server = await startBuilt({ ...(await onDatabase(db)), SMTP_URL: smtp.url });
  const surveyor = await addPerson(db);
  const admin = await addPerson(db, { admin: true });
  const id = await addTestSurvey(db, { surveyor_id: surveyor.id, status: "pending" });

  // Nothing can follow from the event before the server is dead.
  const holder = await db.startTransaction().execute();
  await sql`lock table waiting_mails in share mode`.execute(holder);
  await connectionsTo(server, 1).as(admin.headers).call(routes.publishSurvey, aPublication(id));
  expect(await db.selectFrom("outbox").select("kind").execute()).toEqual([
    { kind: "survey.published" },
  ]);
  signalAll(server, "SIGKILL");
  expect(await endOf(server)).toBe("SIGKILL");
  await holder.rollback().execute();
  expect(await db.selectFrom("waiting_mails").select("id").execute()).toEqual([]);
  expect(smtp.commands).toEqual([]);

  const next = await createTestApp({ SMTP_URL: smtp.url }, db);
  await next.app.listen({ port: 0 });
  await smtp.done;
  expect(smtp.content.join("\n")).toMatch(/^Subject: Your survey is published/m);
  await vi.waitFor(async () => {
    expect(await db.selectFrom("outbox").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("waiting_mails").select("id").execute()).toEqual([]);
  });
  smtp.close();
});
