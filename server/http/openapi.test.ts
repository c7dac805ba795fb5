import createClient from "openapi-fetch";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../contract/routes.ts";
// Generated from the document by `npm run build`.
import type { paths } from "../../dist/openapi.d.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { describeRoutes, type Operation } from "./openapi.ts";

let site: TestApp;
let baseUrl: string;

beforeAll(async () => {
  site = await createTestApp();
  baseUrl = await site.app.listen({ host: "127.0.0.1", port: 0 });
});

describe("a client that was generated from the document", () => {
  const clientOf = ({ headers }: Person) => createClient<paths>({ baseUrl, headers });

  it("takes a survey from its surveyor to its results", async () => {
    const [surveyor, admin, voter] = await Promise.all([
      site.join({ role: "surveyor" }),
      site.join({ admin: true }),
      site.join(),
    ]);
    const { data: token } = await createClient<paths>({ baseUrl }).POST("/jwt", {
      body: { email: voter.email },
      headers: { cookie: voter.cookie },
      parseAs: "text",
    });
    const voting = createClient<paths>({ baseUrl, headers: { validation: `bearer ${token}` } });

    const created = await clientOf(surveyor).POST("/survey", {
      body: {
        title: "Bicycle lanes",
        description: "For the whole city",
        category: "politics",
        question: "Should there be more?",
        options: ["yes", "no"],
      },
    });
    const id = created.data?.insertedId ?? "";
    const published = await clientOf(admin).PATCH("/survey/{id}", {
      params: { path: { id } },
      body: { status: "published" },
    });
    expect(published.data).toEqual({ matchedCount: 1 });

    const { data: found } = await voting.GET("/survey/item", {
      params: { query: { search: "bicycle", sort: "newest", limit: 5 } },
    });
    expect(found?.map(({ _id }) => _id)).toEqual([id]);

    const vote = { body: { surveyItemId: id, vote: "yes" } } as const;
    expect((await voting.POST("/visitedSurvey", vote)).data?.insertedId).toBeDefined();
    const again = await voting.POST("/visitedSurvey", vote);
    expect(again.error?.code).toBe("already_voted");

    const { data: read } = await voting.GET("/survey/details/{id}", { params: { path: { id } } });
    expect(read).toMatchObject({ ownVote: "yes", results: { yes: 1, no: 0 } });
  });
});

describe("the document", () => {
  const document = describeRoutes(routes, "https://polls.example", "Any name");

  it("puts every operation under one of its tags", () => {
    const tags = document.tags.map(({ name }) => name);
    for (const operation of Object.values(document.paths).flatMap(Object.values<Operation>)) {
      expect(operation.tags, operation.operationId).toHaveLength(1);
      expect(tags).toEqual(expect.arrayContaining(operation.tags));
    }
  });

  it("lists what a call may be refused with", () => {
    const { responses } = document.paths["/users/{id}"]?.delete ?? { responses: {} };
    expect(Object.keys(responses)).toEqual([
      "200",
      "401",
      "403",
      "404",
      "409",
      "422",
      "429",
      "503",
      "default",
    ]);
  });

  it("has no tuple, which many validators can't read", () => {
    expect(JSON.stringify(document)).not.toContain("prefixItems");
  });
});
