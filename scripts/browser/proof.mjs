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

// A first start on a busy machine takes several seconds; a minute without an answer is a hang.
const patienceMs = 60_000;

/**
 * Draws a page, in the way that the tests will: some builds of Chromium know no `--dump-dom`.
 * @param {import("../browser.mjs").Candidate} candidate
 * @returns {Promise<string[]>} the arguments it runs with
 */
export async function prove(candidate) {
  const withoutSandbox = [...args, "--no-sandbox"];
  // Chromium refuses to run as root inside its sandbox.
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
  // Closing ends whatever is still awaited.
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
    // Playwright's message is a page long; what the browser itself said tells more.
    const [firstLine] = error.message.split("\n");
    throw new Error(/\[err\] (.+)/.exec(error.message)?.[1] ?? firstLine);
  }
}
