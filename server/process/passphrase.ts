import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { SHORTEST_PASSPHRASE } from "./environment.ts";
import { OperatorError } from "./operator-error.ts";

/** The passphrase of a backup: the given one, or what is typed in the terminal, which doesn't show it. */
export async function readPassphrase(
  given: string | undefined,
  { isNew }: { isNew: boolean },
): Promise<string> {
  if (given) return given;
  if (!process.stdin.isTTY) {
    throw new OperatorError(
      "BACKUP_PASSPHRASE: must be set, because there is no terminal to ask on",
    );
  }
  const passphrase = await ask("Passphrase of the backup: ");
  if (!isNew) return passphrase;
  if (passphrase.length < SHORTEST_PASSPHRASE) {
    throw new OperatorError(
      `A passphrase needs ${SHORTEST_PASSPHRASE} characters: whoever has the file can guess without limit.`,
    );
  }
  if ((await ask("The same again: ")) !== passphrase) {
    throw new OperatorError("The two passphrases differ.");
  }
  return passphrase;
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  // What readline would show of the typing goes nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  terminal.once("SIGINT", () => process.exit(1));
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
