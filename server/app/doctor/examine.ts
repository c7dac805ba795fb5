import { openDatabase } from "../../database/open.ts";
import { type Config, loadConfig } from "../../process/config.ts";
import { OperatorError } from "../../process/operator-error.ts";
import { explainFailure } from "../start-failure.ts";
import { databaseChecks, refuseEmbedded } from "./database-checks.ts";
import { problem, type Report, reasonOf, runChecks } from "./findings.ts";
import { machineChecks } from "./machine-checks.ts";
import { outsideChecks } from "./outside-checks.ts";

interface Options {
  mailTo: string | undefined;
  /** The settings of this process unless given. */
  load?: () => Config;
}

/** Examines the site that the settings name, whether or not its server runs. Changes nothing. */
export async function examine({ mailTo, load = loadConfig }: Options): Promise<Report[]> {
  try {
    const config = load();
    return [
      ...(await runChecks(machineChecks(config))),
      ...(await examineDatabase(config)),
      ...(await runChecks(outsideChecks(config, mailTo))),
    ];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return error.message.split("\n").map((line) => ({ check: "settings", ...problem(line) }));
  }
}

const silent = { info: () => {}, warn: () => {} };

/** Unlike `runCommand`, this applies no migrations. */
async function examineDatabase(config: Config): Promise<Report[]> {
  const check = "database";
  const refused = await refuseEmbedded(config);
  if (refused) return [{ check, ...refused }];
  try {
    const database = await openDatabase({ ...config, databasePool: 2, log: silent, shared: true });
    try {
      return await runChecks(databaseChecks(database.db, config));
    } finally {
      await database.close();
    }
  } catch (error) {
    return [{ check, ...problem(reasonOf(explainFailure(error))) }];
  }
}
