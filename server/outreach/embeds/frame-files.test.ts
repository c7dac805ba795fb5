import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { createTestApp } from "../../testing/test-app.ts";
import { addTestSurvey, addTestVote } from "../../testing/test-surveys.ts";

it("is light: the script for other pages is below 2 kB, and all of a frame below 40 kB", async () => {
  const site = await createTestApp();
  const id = await addTestSurvey(site.db, { results: "always", description: "d".repeat(500) });
  await addTestVote(site.db, { survey_id: id });
  const frame = await site.inject({ url: `/embed/${id}` });
  const loaded = [...frame.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url = ""]) => url);
  expect(loaded).toHaveLength(2);
  const files = await Promise.all(loaded.map((url) => site.inject({ url })));
  for (const { statusCode, headers } of files) {
    expect(statusCode).toBe(200);
    // Frames without an origin load them.
    expect(headers).toMatchObject({
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=3600",
    });
  }
  // Not even compressed.
  const bytes = [frame, ...files].reduce((sum, { rawPayload }) => sum + rawPayload.length, 0);
  expect(bytes).toBeLessThan(40_000);
  const script = await site.inject({ url: "/embed.js?v=1" });
  expect(script.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=3600",
  });
  expect(gzipSync(script.rawPayload).length).toBeLessThan(2_000);
});
