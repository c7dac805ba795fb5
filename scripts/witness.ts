import { parseArgs } from "node:util";
import { parseLogKey, toVkey } from "../record/vkey.ts";
import { createWitnessServer } from "./witness-server.ts";
import { openWitnessStore } from "./witness-store.ts";

const usage = `Watches the logs of survey sites, or others, and signs what it has seen of them.

  witness --name NAME --log KEY [--log KEY ...]
    --name NAME    who you are, for example example.org/witness; it can't be changed later
    --log KEY      the key of a log, as its site lists it at /log/keys; may be repeated
    --data DIR     the witness's own key and what it has signed are kept here (witness-data)
    --port PORT    where it is reached (7380)
    --host HOST    127.0.0.1 unless others are meant to reach it without a proxy

Keep the directory, and never run two witnesses with copies of it: a witness that forgets can be
made to sign a second history.
`;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      name: { type: "string", default: "" },
      log: { type: "string", multiple: true, default: [] },
      data: { type: "string", default: "witness-data" },
      port: { type: "string", default: "7380" },
      host: { type: "string", default: "127.0.0.1" },
    },
  });
  const { name, data, host } = values;
  if (!/^[^\s+]+$/.test(name) || values.log.length === 0) throw new Error(usage);
  const logs = values.log.map(parseLogKey);
  const store = await openWitnessStore(data, name, () => new Date());
  const server = createWitnessServer({ store, logs });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  server.once("close", () => void store.close());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  server.once("error", (error) => {
    console.error(error.message);
    process.exitCode = 1;
    void store.close();
  });
  server.listen(Number(values.port), host, () => {
    process.stdout.write(`${toVkey(store.key)}\nis ready at http://${host}:${values.port}\n`);
  });
}

// Node 20 warns that signatures by Ed25519 are new in it. Nobody who runs this can do about it.
process.removeAllListeners("warning");
try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
