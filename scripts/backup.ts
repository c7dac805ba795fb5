import { runProgram, withDatabase } from "../server/app/command.ts";
import { seal } from "../server/database/backup/sealed-secret.ts";
import { newBallotSeal, sayLeft } from "../server/database/backup/waiting-ballots.ts";
import { writeBackup } from "../server/database/backup/write.ts";
import { readPassphrase } from "../server/process/passphrase.ts";
import { readSecret } from "../server/process/secret.ts";
import { readBackupArguments } from "./backup-arguments.ts";
import { checkBackup } from "./backup-check.ts";

const usage = `Writes all data of the site to a file, while the site runs.

  npm run backup -- FILE
    --with-secret   also the secret, and ballots of secret surveys that wait to be counted, sealed
                    with a passphrase: BACKUP_PASSPHRASE, or asked for

  npm run backup -- --check FILE
    --with-secret   also the secret, with its passphrase

restores such a file into a scratch database, and recounts there what \`npm run recount\` does. The site
is not touched. Ends with 0 if all is fine, 1 if something is wrong, 2 if it could not be checked.

The file has people's addresses and texts: keep it as you keep the database.`;

const stopping = new AbortController();
// An unfinished file is removed.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => stopping.abort());

await runProgram(async (config) => {
  const { file, withSecret, check } = readBackupArguments(usage, { mayCheck: true });
  if (check) {
    const passphrase = () => readPassphrase(config.backupPassphrase, { isNew: false });
    return checkBackup({
      file,
      readPassphrase: withSecret ? passphrase : undefined,
      signal: stopping.signal,
    });
  }
  const passphrase = withSecret
    ? await readPassphrase(config.backupPassphrase, { isNew: true })
    : undefined;
  const secret = passphrase
    ? await seal(config.appSecret ?? (await readSecret(config.dataDir)), passphrase)
    : undefined;
  const ballots = passphrase ? await newBallotSeal(passphrase) : undefined;
  const begun = performance.now();
  const { tables, rows, bytes, leftBallots } = await withDatabase(config, ({ connection }) =>
    writeBackup({ connection, file, secret, ballots, signal: stopping.signal }),
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const megabytes = (bytes / 1e6).toFixed(1);
  process.stdout.write(
    `${rows} rows of ${tables} tables, ${megabytes} MB, in ${seconds} s: ${file}\n`,
  );
  if (leftBallots > 0) {
    const how = withSecret ? ": their key is absent" : "; one with --with-secret has them";
    process.stdout.write(`${sayLeft(leftBallots, how)}\n`);
  }
  return 0;
});
