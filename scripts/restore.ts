import path from "node:path";
import { runProgram, withDatabase } from "../server/app/command.ts";
import { BackupProblem, type Sealed } from "../server/database/backup/format.ts";
import { checkRestorable, restoreBackup } from "../server/database/backup/restore.ts";
import { unseal } from "../server/database/backup/sealed-secret.ts";
import { openBallotSeal, sayLeft } from "../server/database/backup/waiting-ballots.ts";
import { whyNotFolding } from "../server/database/folding.ts";
import { openKeyFiles } from "../server/database/waiting-ballots/key-files.ts";
import type { Config } from "../server/process/config.ts";
import { readPassphrase } from "../server/process/passphrase.ts";
import { writeSecret } from "../server/process/secret.ts";
import { readBackupArguments } from "./backup-arguments.ts";
import { say } from "./recounting.ts";

const usage = `Fills an empty database from a backup.

  npm run restore -- FILE
    --with-secret   also the secret; its passphrase is BACKUP_PASSPHRASE, or asked for`;

// A file that somebody else wrote may name any number of tables.
const SHOWN = 20;

await runProgram(async (config) => {
  const { file, withSecret } = readBackupArguments(usage);
  const restorable = await checkRestorable(file);
  const { secret, ballots } = restorable.header;
  const passphrase = withSecret && secret ? await readOld(config) : "";
  if (withSecret) say(await restoreSecret(config, file, secret, passphrase));
  const waiting = passphrase &&
    ballots && {
      key: await openBallotSeal(ballots, passphrase),
      files: openKeyFiles(config.dataDir),
    };
  const { restored, unfolded } = await withDatabase(
    config,
    async ({ db, connection }) => ({
      restored: await restoreBackup(connection, restorable, waiting || undefined),
      unfolded: await whyNotFolding(db),
    }),
    { mayCreate: true },
  );
  const { rows, tables, leftOut, applied, leftBallots } = restored;
  say(`${rows} rows of ${tables} tables are back, each table with the checksum of the backup.`);
  if (applied.length > 0) say(`Brought up to date by ${applied.join(", ")}.`);
  for (const name of leftOut.slice(0, SHOWN)) {
    say(`${name} was left out: it is no table of this site.`);
  }
  if (leftOut.length > SHOWN) say(`So were ${leftOut.length - SHOWN} others.`);
  if (unfolded) say(unfolded);
  if (leftBallots > 0) {
    const how = !withSecret && ballots ? " without --with-secret" : "";
    say(
      `${sayLeft(leftBallots, how)} Where a server still has their key in DATA_DIR/ballot-keys, start it with this database; otherwise \`npm run admin\` gives them up.`,
    );
  }
  if (!withSecret) {
    say(
      "Sessions, second factors and the key of the public records need the secret of the backed-up site" +
        (secret ? ", which this backup has: --with-secret." : "."),
    );
  }
  return 0;
});

function readOld({ backupPassphrase }: Config): Promise<string> {
  return readPassphrase(backupPassphrase, { isNew: false });
}

/** Before the data, so that a wrong passphrase changes nothing. Never shows the secret. */
async function restoreSecret(
  { appSecret, dataDir }: Config,
  file: string,
  sealed: Sealed | undefined,
  passphrase: string,
): Promise<string> {
  if (!sealed) throw new BackupProblem(`${file} has no secret: it was written without it.`);
  const secret = await unseal(sealed, passphrase);
  if (appSecret === secret) return "APP_SECRET is the secret of the backup.";
  await writeSecret(dataDir, secret);
  const place = path.join(dataDir, "secret");
  return appSecret
    ? `The secret is in ${place}. APP_SECRET is another one: set it to what is in that file, on every server, then delete the file.`
    : `The secret is in ${place}, where the server reads it.`;
}
