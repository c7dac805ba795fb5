import path from "node:path";
import { freePort, type ServerProcess } from "../server/testing/server-process.ts";
import { addPeople, fillSite, issueTokens, openFiller, publishRecords } from "./fill.ts";
import type { Lab } from "./lab.ts";
import type { LimitAnswers } from "./limit-server.ts";
import { openDatabase, startProduct } from "./processes.ts";
import type { Scene } from "./requests.ts";
import { type Helper, startHelper } from "./tasks.ts";

/** What `bench:hot` needs, each part in a process of its own. */
export interface BenchSite {
  product: ServerProcess;
  /** Another server of the same site. */
  ipv6: ServerProcess;
  databasePid: number;
  limit: { pid: number; port: number };
  generator: Helper;
  /** Tells the generator the tag that the list has now. */
  refreshTag(): Promise<void>;
}

const [SURVEYS, VOTES] = [500, 10_000];
// More than the votes of one round, so that one survey can get all of them from different people.
const PEOPLE = 50_000;
const VOTED_SURVEYS = 200;
// Each takes PEOPLE votes before the next one gets hot.
const HOT_SURVEYS = 20;

/** Runs the product on a new database. */
export async function openSite(lab: Lab, nodeOptions: string[]): Promise<BenchSite> {
  const data = await openDatabase(lab);
  const db = await openFiller(lab, data);
  const people = await addPeople(db, PEOPLE, "caller");
  const surveys = await fillSite(db, SURVEYS, VOTES);
  // Otherwise the site does it while it is measured, and the list changes.
  await publishRecords(data);
  const scene: Scene = {
    tokens: issueTokens(data.secret, people),
    surveys,
    votedSurveys: surveys.slice(0, VOTED_SURVEYS),
    hotSurveys: surveys.slice(VOTED_SURVEYS, VOTED_SURVEYS + HOT_SURVEYS),
    etag: "",
  };
  const product = await startProduct(lab, data, {}, nodeOptions);
  const ipv6 = await startProduct(lab, data, { HOST: "::1", TRUSTED_PROXIES: "::1" });
  const helper = (name: string) => {
    const started = startHelper(`${name}.js`, path.join(lab.logDir, `${name}.log`));
    lab.atEnd(() => started.stop());
    return started;
  };
  const [generator, limit] = [helper("generator"), helper("limit-server")];
  await generator.ask("setScene", scene);
  const port = await freePort();
  const answers = await sampleAnswers(product, scene);
  await limit.ask("listen", { secret: data.secret, port, ...answers } satisfies LimitAnswers);
  return {
    product,
    ipv6,
    databasePid: data.pid,
    limit: { pid: limit.pid, port },
    generator,
    async refreshTag() {
      const answer = await fetch(`${product.url}/survey/item?limit=12`);
      await generator.ask("setTag", answer.headers.get("etag") ?? "");
    },
  };
}

/** What the product answers, for the limit server to send. */
async function sampleAnswers({ url }: ServerProcess, { tokens, surveys, hotSurveys }: Scene) {
  // Somebody whose turn never comes on this survey.
  const headers = { validation: `bearer ${tokens.at(-1)}`, "content-type": "application/json" };
  async function read(address: string, body?: object): Promise<string> {
    const how = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const answer = await fetch(url + address, { headers, ...how });
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  }
  return {
    health: await read("/healthz"),
    list: await read("/survey/item?limit=12"),
    details: await read(`/survey/details/${surveys[0]}?comments=0`),
    vote: await read("/visitedSurvey", {
      surveyItemId: hotSurveys.at(-1),
      vote: "yes",
      report: "",
    }),
    page: await read("/"),
  };
}
