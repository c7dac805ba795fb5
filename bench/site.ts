import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Connection } from "../server/database/embedded/ownership.ts";
import { createAccessTokens } from "../server/people/identity/access-token.ts";
import { projectRoot } from "../server/process/project-root.ts";
import { deriveKey } from "../server/process/secret.ts";
import { freePort, type ServerProcess } from "../server/testing/server-process.ts";
import { type Closing, openDatabase } from "./database.ts";
import { openFiller, type Size } from "./fill.ts";
import type { LimitAnswers } from "./limit-server.ts";
import { startProduct } from "./processes.ts";
import type { Scene } from "./requests.ts";
import { type Helper, startHelper } from "./tasks.ts";

/** Everything that a measurement needs, each part in a process of its own. */
export interface BenchSite {
  product: ServerProcess;
  /** What another process of the same site is started with. */
  start: { connection: Connection; secret: string };
  databasePid: number;
  limit: { pid: number; port: number };
  generator: Helper;
  /** Tells the generator the tag that the list has now. */
  refreshTag(): Promise<void>;
}

/** Logs and profiles of the last run. */
export const outputDir = path.join(projectRoot, ".cache/bench");

// More than the votes of one round, so that one survey can get all of them from different people.
const PEOPLE = 50_000;
const VOTED_SURVEYS = 200;
// Each takes PEOPLE votes before the next one gets hot.
const HOT_SURVEYS = 20;

/** Runs the product on a new database. */
export async function openSite(
  size: Size,
  nodeOptions: string[],
  closing: Closing,
): Promise<BenchSite> {
  const secret = randomUUID() + randomUUID();
  const key = deriveKey(secret, "access token");
  const { connection, pid: databasePid } = await openDatabase(closing);
  const filler = await openFiller(connection);
  closing.push(() => filler.close());

  const tokens = createAccessTokens(key);
  const signIn = { signedInAt: new Date(), secondFactor: false };
  const people = await filler.addPeople(PEOPLE);
  const scene: Scene = {
    tokens: people.map((person) => tokens.issue({ ...person, tokenVersion: 1 }, signIn)),
    surveys: [],
    votedSurveys: [],
    hotSurveys: [],
    etag: "",
  };
  await filler.addSurveys(size);

  const logFile = (name: string) => path.join(outputDir, `${name}.log`);
  const product = await startProduct({
    connection,
    secret,
    logFile: logFile("server"),
    nodeOptions,
  });
  closing.push(() => product.stop());
  const generator = startHelper("generator.js", logFile("generator"));
  closing.push(() => generator.stop());

  scene.surveys = await filler.listPublished();
  scene.votedSurveys = await filler.takeSurveys(VOTED_SURVEYS);
  scene.hotSurveys = await filler.takeSurveys(HOT_SURVEYS);
  await generator.ask("setScene", scene);
  const limit = startHelper("limit-server.js", logFile("limit-server"));
  closing.push(() => limit.stop());
  const limitPort = await freePort();
  await limit.ask("listen", { key, port: limitPort, ...(await sampleAnswers(product, scene)) });

  return {
    product,
    start: { connection, secret },
    databasePid,
    limit: { pid: limit.pid, port: limitPort },
    generator,
    async refreshTag() {
      const answer = await fetch(`http://127.0.0.1:${product.port}/survey/item?limit=12`);
      await generator.ask("setTag", answer.headers.get("etag") ?? "");
    },
  };
}

/** What the product answers, for the limit server to send. */
async function sampleAnswers(
  { port }: ServerProcess,
  scene: Scene,
): Promise<Omit<LimitAnswers, "key" | "port">> {
  const headers = { validation: `bearer ${scene.tokens[0]}` };
  const read = async (address: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, { headers });
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  /** By somebody whose turn never comes on this survey. */
  const castVote = async () => {
    const headers = {
      validation: `bearer ${scene.tokens.at(-1)}`,
      "content-type": "application/json",
    };
    // The smallest site has none that gets hot.
    const survey = scene.hotSurveys.at(-1) ?? scene.votedSurveys.at(-1);
    const body = JSON.stringify({ surveyItemId: survey, vote: "yes", report: "" });
    const answer = await fetch(`http://127.0.0.1:${port}/visitedSurvey`, {
      method: "POST",
      headers,
      body,
    });
    if (!answer.ok) throw new Error(`/visitedSurvey: ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  return {
    health: await read("/healthz"),
    list: await read("/survey/item?limit=12"),
    details: await read(`/survey/details/${scene.surveys[0]}?comments=0`),
    vote: await castVote(),
    page: await read("/"),
  };
}
