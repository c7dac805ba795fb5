import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const args = [
  // Containers often have a /dev/shm too small for a page.
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--no-first-run",
  // On a closed network each of these waits for an answer that never comes.
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// Text without width means that the browser runs but found no font.
const page = `data:text/html,<b>text</b><script>document.write("drawn:" + (document.querySelector("b").offsetWidth > 0))</script>`;

// A first start on a busy machine takes several seconds; a minute without an answer is a hang.
const patienceMs = 60_000;

/**
 * Really starts the browser.
 * @param {import("../browser.mjs").Candidate} candidate
 * @returns {Promise<string[]>} the arguments it runs with
 */
export async function prove(candidate) {
  const withoutSandbox = [...args, "--no-sandbox"];
  // Chromium refuses to run as root inside its sandbox.
  const choices = process.getuid?.() === 0 ? [withoutSandbox] : [args, withoutSandbox];
  let failure;
  for (const choice of choices) {
    try {
      await drawPage(candidate, choice);
      return choice;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function drawPage({ executablePath, env }, choice) {
  const profile = await mkdtemp(join(tmpdir(), "chromium-proof-"));
  try {
    const { stdout } = await run(
      executablePath,
      ["--headless", ...choice, `--user-data-dir=${profile}`, "--dump-dom", page],
      { env: { ...process.env, ...env }, timeout: patienceMs, killSignal: "SIGKILL" },
    );
    if (!stdout.includes("drawn:true")) throw new Error("it starts, but draws no text");
  } catch (error) {
    throw new Error(reason(error));
  } finally {
    // Its helper processes may still be writing for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function reason(error) {
  if (error.killed) return `no answer within ${patienceMs / 1000} s`;
  return error.stderr?.trim().split("\n")[0] || error.message;
}
