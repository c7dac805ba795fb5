import { randomUUID } from "node:crypto";
import { type AddressInfo, connect as openSocket, type Socket } from "node:net";
import { sql } from "kysely";
import { report } from "./measure.ts";
import { type BenchSite, withSite } from "./site.ts";

const VIEWERS = Number(process.env.BENCH_VIEWERS ?? 5_000);
// Opened a few at a time, as people arrive.
const ARRIVING_TOGETHER = 250;

interface Viewer {
  socket: Socket;
  seen: string;
}

async function watchResults(port: number, path: string, validation: string): Promise<Viewer> {
  const viewer: Viewer = { socket: openSocket(port, "127.0.0.1"), seen: "" };
  viewer.socket.setEncoding("utf8");
  viewer.socket.on("data", (chunk: string) => {
    viewer.seen += chunk;
  });
  viewer.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nvalidation: ${validation}\r\n\r\n`);
  await until(() => viewer.seen.includes("data: "));
  return viewer;
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("not everybody was told in two minutes");
    await new Promise((next) => setTimeout(next, 5));
  }
}

/** Milliseconds from a vote until all of the viewers have received it. */
async function timeToAll(site: BenchSite, surveyItemId: string, viewers: number): Promise<number> {
  const { port } = site.app.server.address() as AddressInfo;
  const first = await site.join();
  const cast = (headers: { validation: string }, vote: string) =>
    site.app.inject({
      method: "POST",
      url: "/visitedSurvey",
      headers,
      payload: { surveyItemId, vote },
    });
  await cast(first.headers, "yes");
  const watching: Viewer[] = [];
  const path = `/survey/live/${surveyItemId}`;
  while (watching.length < viewers) {
    const group = Math.min(ARRIVING_TOGETHER, viewers - watching.length);
    const arriving = Array.from({ length: group }, () =>
      watchResults(port, path, first.headers.validation),
    );
    watching.push(...(await Promise.all(arriving)));
  }
  for (const viewer of watching) viewer.seen = "";
  const start = performance.now();
  await cast((await site.join()).headers, "no");
  await until(() => watching.every(({ seen }) => seen.includes("data: ")));
  const time = performance.now() - start;
  for (const { socket } of watching) socket.destroy();
  return time;
}

await withSite(async (site) => {
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const { id } = await site.join();
  const surveys = await sql<{ id: string }>`
    insert into surveys (title, description, category, question, status, surveyor_id)
    select 'Watched', 'By many', 'politics', 'Yes?', 'published', ${id} from generate_series(1, 2)
    returning id`.execute(site.db);
  await sql`insert into survey_tallies (survey_id, listed_category, search)
    select id, listed_category, search from surveys`.execute(site.db);
  const [few, many] = surveys.rows.map((row) => row.id);
  const one = await timeToAll(site, few ?? randomUUID(), 1);
  const before = process.memoryUsage().rss;
  const all = await timeToAll(site, many ?? randomUUID(), VIEWERS);
  const perViewer = (process.memoryUsage().rss - before) / VIEWERS / 1024;
  report(`time until all of ${VIEWERS} viewers see a vote`, all / one, "one viewer");
  process.stdout.write(`${Math.round(all)} ms; ${perViewer.toFixed(0)} kB a viewer, both ends\n`);
});
