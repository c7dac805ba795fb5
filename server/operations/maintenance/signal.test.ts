import { expect, it, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import {
  addPerson,
  connectionsTo,
  onDatabase,
  PATIENCE,
  signalAll,
  startBuilt,
} from "../../testing/built-server.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

// The built server, as operators run it.

it("SIGUSR2 makes all workers of all servers read-only and ends it again; a setting does so at the start", async () => {
  const db = await createTestDatabase();
  // The tries below would use up the likes of a minute.
  const settings = { ...(await onDatabase(db)), LIMIT_FACTOR: "100" };
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const first = await startBuilt({ ...settings, WORKERS: "2", READ_ONLY_UNTIL: until });
  const second = await startBuilt(settings);
  const id = await addTestSurvey(db);
  const { headers } = await addPerson(db);
  const callers = [first, second].flatMap((server) =>
    [1, 2].map(() => connectionsTo(server, 1).as(headers)),
  );
  const params = { id };
  const expectStatus = (status: number) =>
    vi.waitFor(async () => {
      for (const caller of callers)
        expect(await caller.status(routes.like, { params })).toBe(status);
    }, PATIENCE);

  await expectStatus(503);
  const refused = await callers[0]?.refused(routes.castVote, aVote(id));
  expect(refused).toMatchObject({ code: "read_only" });
  expect(await callers[3]?.call(routes.readSettings)).toMatchObject({ readOnlyUntil: until });

  second.process.kill("SIGUSR2");
  await expectStatus(200);
  // Also to the workers, which must not end by it.
  signalAll(first, "SIGUSR2");
  await expectStatus(503);
  expect(first.output()).toContain("read-only until");
  expect(first.output()).not.toContain("a worker has ended");
  first.process.kill("SIGUSR2");
  await expectStatus(200);
});
