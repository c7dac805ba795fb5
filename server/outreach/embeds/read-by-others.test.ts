import { unfurl } from "unfurl.js";
import { expect, it } from "vitest";
import { DEFAULT_SITE_NAME } from "../../../contract/site.ts";
import { freePort } from "../../testing/server-process.ts";
import { createTestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

it("is understood by a library that reads tags and oEmbed of any site", async () => {
  const port = String(await freePort());
  const site = await createTestApp({ PORT: port });
  await site.app.listen({ port: Number(port), host: "127.0.0.1" });
  const title = 'Buses & "trams" für alle';
  const id = await addTestSurvey(site.db, { title, description: "Free <of> charge?" });
  const siteUrl = `http://127.0.0.1:${port}`;
  for (const [address, prefix] of [
    [`/results/${id}`, ""],
    [`/hi/surveyPage/${id}`, "/hi"],
  ]) {
    const read = await unfurl(siteUrl + address);
    const own = `${siteUrl}${prefix}/results/${id}`;
    expect(read.canonical_url).toBe(own);
    expect(read.description).toBe("Free <of> charge?");
    expect(read.open_graph).toMatchObject({
      title,
      description: "Free <of> charge?",
      type: "article",
      url: own,
      site_name: DEFAULT_SITE_NAME,
    });
    expect(read.oEmbed).toMatchObject({
      type: "rich",
      version: "1.0",
      title,
      author_name: DEFAULT_SITE_NAME,
      provider_name: DEFAULT_SITE_NAME,
      provider_url: siteUrl,
      width: 600,
      height: 540,
    });
    expect(JSON.stringify(read.oEmbed)).toContain(`${siteUrl}${prefix}/embed/${id}`);
  }
});
