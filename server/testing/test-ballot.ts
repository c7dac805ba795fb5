import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { RSABSSA } from "@cloudflare/blindrsa-ts";
import { routes } from "../../contract/routes.ts";
import { importBallotKey, paperText } from "../../record/ballots.ts";
import type { Database } from "../database/connect.ts";
import { openKeyFiles } from "../database/waiting-ballots/key-files.ts";
import { countClosed } from "../surveys/ballots/count.ts";
import { createBallotKeys } from "../surveys/ballots/keys.ts";
import { afterFile } from "./after-file.ts";
import type { Person, TestApp } from "./test-app.ts";

const suite = RSABSSA.SHA384.PSS.Randomized();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** What a voter's browser does before it asks for a paper: a serial number that nobody else sees. */
export async function blindPaper(
  { visitor }: { visitor: Pick<TestApp["visitor"], "call"> },
  surveyId: string,
) {
  const { key } = await visitor.call(routes.readBallotKey, { params: { id: surveyId } });
  const publicKey = await importBallotKey(key);
  const serial = randomBytes(32);
  const text = paperText(surveyId, serial);
  const { blindedMsg, inv } = await suite.blind(publicKey, text);
  return {
    blinded: base64url(blindedMsg),
    /** The paper, of what the site has signed. */
    async open(signed: string) {
      const signature = await suite.finalize(
        publicKey,
        text,
        Buffer.from(signed, "base64url"),
        inv,
      );
      return { serial: base64url(serial), signature: base64url(signature) };
    },
  };
}

/** A person's paper, as their browser gets it. */
export async function getPaper(site: TestApp, person: Person, surveyId: string) {
  const paper = await blindPaper(site, surveyId);
  const body = { blinded: paper.blinded };
  const { signature } = await person.call(routes.issuePaper, { params: { id: surveyId }, body });
  return paper.open(signature);
}

/** The rest of a ballot with this paper, as it was shown. */
export async function ballotOf({ db }: Pick<TestApp, "db">, surveyId: string) {
  const { text_hash } = await db
    .selectFrom("surveys")
    .select("text_hash")
    .where("id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return { nonce: randomBytes(16).toString("hex"), textHash: text_hash.toString("hex") };
}

/** What a server does of ballots, with a folder of its own. */
export async function ballotServer(db: Database, folder?: string) {
  const dataDir = folder ?? (await mkdtemp(path.join(tmpdir(), "ballot-keys-")));
  if (!folder) afterFile(() => rm(dataDir, { recursive: true, force: true }));
  const files = openKeyFiles(dataDir);
  const keys = createBallotKeys(db, files);
  const warned: object[] = [];
  const log = { warn: (fields: object) => void warned.push(fields) };
  return { dataDir, files, keys, warned, count: () => countClosed({ db, keys, log }) };
}

/** As if version 1.0 had published it: its ballots are counted in groups. */
export async function countInGroups(
  db: Database,
  id: string,
  results: "always" | "voted" | "closed" = "voted",
): Promise<void> {
  const old = { counting: "groups", results, closes_at: null } as const;
  await db.updateTable("surveys").set(old).where("id", "=", id).execute();
}
