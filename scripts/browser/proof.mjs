const args = [
  // In containers /dev/shm is often too small for a page.
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--no-first-run",
  // Without internet, each of these waits for an answer that never comes.
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// A first start on a busy machine takes several seconds; a minute means that it hangs.
const patienceMs = 60_000;

/**
 * Draws a page as the tests will: some builds of Chromium don't support `--dump-dom`.
 * @param {import("../browser.mjs").Candidate} candidate
 * @returns {Promise<string[]>} the arguments with which it runs
 */
export async function prove(candidate) {
  const withoutSandbox = [...args, "--no-sandbox"];
  // As root, Chromium refuses to run inside its sandbox.
  if (process.getuid?.() === 0) return drawPage(candidate, withoutSandbox);
  // The sandbox needs namespaces that containers and some kernels deny to ordinary users.
  return drawPage(candidate, args).catch(() => drawPage(candidate, withoutSandbox));
}

async function drawPage({ executablePath, env }, choice) {
  const browser = await launch({
    executablePath,
    env: { ...process.env, ...env },
    args: choice,
    chromiumSandbox: !choice.includes("--no-sandbox"),
    timeout: patienceMs,
  });
  // Closing the browser ends every pending call.
  const hang = setTimeout(() => browser.close(), patienceMs);
  try {
    const page = await browser.newPage();
    await page.setContent("<b>text</b>");
    const { width } = await page.locator("b").boundingBox();
    if (width === 0) throw new Error("it runs, but finds no font");
    return choice;
  } finally {
    clearTimeout(hang);
    await browser.close();
  }
}

async function launch(options) {
  const { chromium } = await import("@playwright/test");
  try {
    return await chromium.launch(options);
  } catch (error) {
    // Playwright's message is very long; the browser's own line says more.
    const [firstLine] = error.message.split("\n");
    throw new Error(/\[err\] (.+)/.exec(error.message)?.[1] ?? firstLine);
  }
}
