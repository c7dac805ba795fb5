import { defineConfig } from "@playwright/test";

/** The browser that `scripts/browser.mjs` found; without it, a Chromium of this machine. */
const browser: { executablePath: string; env: Record<string, string>; args: string[] } = process.env
  .TEST_BROWSER
  ? JSON.parse(process.env.TEST_BROWSER)
  : {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      env: {},
      args: ["--no-sandbox"],
    };

/** It waits a minute for the site itself: begun first, it does not run alone at the end. */
const long = "**/witnessed.spec.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/browser",
  globalSetup: "./e2e/server.ts",
  fullyParallel: true,
  // More than there are cores: almost half of the time a test waits for something that is timed.
  workers: "150%",
  projects: [
    { name: "long", testMatch: long },
    { name: "site", testIgnore: long },
  ],
  forbidOnly: true,
  // Generous for a busy machine; a passing test needs a tenth of it.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    browserName: "chromium",
    // Set by the global set-up.
    baseURL: process.env.SITE_URL,
    // What a service worker fetches passes by `page.route`. The spec about it allows it.
    serviceWorkers: "block",
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    // Drawing transitions takes an eighth of the time of all tests, and few tests are about them.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: browser.executablePath,
      env: { ...process.env, ...browser.env },
      // Without a graphics card, emulating one makes drawing slower.
      args: [...browser.args, "--disable-gpu-compositing", "--disable-gpu-rasterization"],
      chromiumSandbox: !browser.args.includes("--no-sandbox"),
    },
  },
});
