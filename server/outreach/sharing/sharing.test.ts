import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger } from "fastify";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { createBudgets } from "../../http/limits/budgets.ts";
import { DRAWING_MS } from "../../http/limits/prices.ts";
import { aRejection } from "../../testing/inputs.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  addTestSurvey,
  addTestVote,
  addTestVotes,
  minutesAgo,
} from "../../testing/test-surveys.ts";
import { openPainter } from "../pictures/draw.ts";
import { mountSharing } from "./mount.ts";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});

const oldAddress = (id: string) => `/share/${id}-en-0-${"0".repeat(16)}.png`;

/** Where the newest picture of a survey with votes is. */
async function newestAddress({ inject }: TestApp, id: string): Promise<string> {
  const { statusCode, headers } = await inject({ url: oldAddress(id) });
  expect(statusCode).toBe(302);
  expect(headers["cache-control"]).toBe("public, max-age=60");
  return String(headers.location);
}

async function surveyWithVotes(votes: number): Promise<string> {
  const id = await addTestSurvey(site.db, { results: "always" });
  await addTestVotes(site.db, id, votes, minutesAgo(5));
  return id;
}

describe("the picture of a survey", () => {
  it("is a PNG that any site may show, for ever under its address", async () => {
    const address = await newestAddress(site, await surveyWithVotes(2));
    const { statusCode, headers, rawPayload } = await site.inject({ url: address });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(rawPayload.subarray(1, 4).toString()).toBe("PNG");
    // After its signature and the head of its first part.
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630]);
    const again = await site.inject({ url: address });
    expect(again.rawPayload.equals(rawPayload)).toBe(true);
    const head = await site.inject({ method: "HEAD", url: address });
    expect(head.headers["content-length"]).toBe(String(rawPayload.length));
  });

  it.each([
    ["unknown", async () => randomUUID()],
    ["waiting", () => addTestSurvey(site.db, { status: "pending" })],
    ["rejected", () => addTestSurvey(site.db, { status: "unpublish" })],
    ["withdrawn", () => addTestSurvey(site.db, { status: "withdrawn" })],
  ])("is not there for one that is %s", async (_, add) => {
    expect((await site.inject({ url: oldAddress(await add()) })).statusCode).toBe(404);
  });

  it.each(["x", "x.png", `${randomUUID()}.png`, `${"-".repeat(36)}-0-${"0".repeat(16)}.png`])(
    "is not there under the name %s",
    async (name) => {
      expect((await site.inject({ url: `/share/${name}` })).statusCode).toBe(404);
    },
  );

  it("is gone at once when the survey is taken down", async () => {
    const id = await surveyWithVotes(1);
    const address = await newestAddress(site, id);
    const admin = await site.join({ admin: true });
    await admin.call(routes.unpublishSurvey, aRejection(id));
    expect((await site.inject({ url: address })).statusCode).toBe(404);
  });

  it("stays as it is for a minute, and an older address leads to the newest", async () => {
    const id = await surveyWithVotes(1);
    const address = await newestAddress(site, id);
    const before = await site.inject({ url: address });
    await addTestVote(site.db, { survey_id: id, vote: "no" });
    const other = await createTestApp({}, site.db);
    const newer = await newestAddress(other, id);
    expect(newer).not.toBe(address);
    const moved = await other.inject({ url: address });
    expect([moved.statusCode, moved.headers.location]).toEqual([302, newer]);
    // This server does not know the newer one yet, and sends what it has, not for long.
    await expect.poll(() => newestAddress(site, id)).toBe(address);
    const early = await site.inject({ url: newer });
    expect(early.headers["cache-control"]).toBe("public, max-age=60");
    expect(early.rawPayload.equals(before.rawPayload)).toBe(true);
  });

  it("is named by the pages of the survey", async () => {
    const id = await surveyWithVotes(3);
    const address = await newestAddress(site, id);
    for (const page of ["results", "surveyPage", "es/results", "poster"]) {
      const { body } = await site.inject({
        url: `/${page}/${id}`,
        headers: { accept: "text/html" },
      });
      expect(body).toContain(
        `<meta property="og:image" content="http://127.0.0.1:3000${address}">`,
      );
      expect(body).toContain('<meta property="og:image:width" content="1200">');
      expect(body).toContain('<meta property="og:image:height" content="630">');
      expect(body).toContain(
        '<meta property="og:image:alt" content="“Should we?”: 100% yes and 0% no, 3 votes.">',
      );
      expect(body).toContain('<meta name="twitter:card" content="summary_large_image">');
    }
  });
});

const look = { name: "Our polls", colour: "#c8102e", mark: null, icon: null };

/** What this slice adds, on a server of its own. */
async function mountAlone(open: typeof openPainter, mark: Buffer | null = null) {
  const app = Fastify();
  app.decorateRequest("address", "10.0.0.1");
  const charge = vi.fn(() => 0);
  const warn = vi.fn();
  const sharing = await mountSharing(app, {
    db: site.db,
    siteUrl: "",
    budgets: { ...createBudgets(1), networks: { begin: () => 0, charge } },
    brand: {
      read: async () => ({ ...look, mark: mark && "/brand/mark.svg" }),
      file: async () => mark && { bytes: mark },
    },
    log: { warn } as unknown as FastifyBaseLogger,
    open,
  });
  return { app, charge, warn, ...sharing };
}

it("is paid by whoever has it drawn", async () => {
  const { app, charge } = await mountAlone(openPainter);
  const url = oldAddress(await addTestSurvey(site.db));
  for (const asked of [url, url]) expect((await app.inject({ url: asked })).statusCode).toBe(200);
  expect(charge.mock.calls).toEqual([[{ address: "10.0.0.1" }, DRAWING_MS]]);
});

it("is not there where it can't be drawn, and no page names one", async () => {
  const noBinary = () => Promise.reject(new Error("not made for this machine"));
  const { app, warn, pictureFor } = await mountAlone(noBinary);
  expect(warn).toHaveBeenCalledTimes(1);
  const id = await surveyWithVotes(1);
  const survey = await site.visitor.call(routes.readResults, { params: { id } });
  expect(await pictureFor(survey, "en")).toBeNull();
  expect((await app.inject({ url: oldAddress(id) })).statusCode).toBe(404);
});

const square = (fill: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${fill}" d="M0 0h9v9H0z"/></svg>`,
  );

it("has the site's own mark, and none if that can't be drawn", async () => {
  const url = oldAddress(await addTestSurvey(site.db));
  const builtIn = (await (await mountAlone(openPainter)).app.inject({ url })).rawPayload;
  const pictures = [square("red"), square("blue")].map(async (mark) => {
    const { app } = await mountAlone(openPainter, mark);
    return (await app.inject({ url })).rawPayload;
  });
  const [red, blue] = await Promise.all(pictures);
  expect([builtIn.equals(red ?? builtIn), red?.equals(blue ?? red)]).toEqual([false, false]);
  const { app } = await mountAlone(openPainter, Buffer.from("<svg"));
  expect((await app.inject({ url })).statusCode).toBe(200);
});
