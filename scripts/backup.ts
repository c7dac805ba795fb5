import { runProgram, withDatabase } from "../server/command.ts";
import { seal } from "../server/database/backup/sealed-secret.ts";
import { writeBackup } from "../server/database/backup/write.ts";
import { readPassphrase } from "../server/passphrase.ts";
import { readSecret } from "../server/secret.ts";
import { readBackupArguments } from "./backup-arguments.ts";

const usage = `Writes all data of the site to a file, while the site runs.

  npm run backup -- FILE
    --with-secret   also the secret, sealed with a passphrase: BACKUP_PASSPHRASE, or asked for

The file has people's addresses and texts: keep it as you keep the database.`;

const stopping = new AbortController();
// An unfinished file is removed.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => stopping.abort());

await runProgram(async (config) => {
  const { file, withSecret } = readBackupArguments(usage);
  const secret = withSecret
    ? await seal(
        config.appSecret ?? (await readSecret(config.dataDir)),
        await readPassphrase(config.backupPassphrase, { isNew: true }),
      )
    : undefined;
  const begun = performance.now();
  const { tables, rows, bytes } = await withDatabase(config, ({ connection }) =>
    writeBackup({ connection, file, secret, signal: stopping.signal }),
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const megabytes = (bytes / 1e6).toFixed(1);
  process.stdout.write(
    `${rows} rows of ${tables} tables, ${megabytes} MB, in ${seconds} s: ${file}\n`,
  );
  return 0;
});
