import { execFileSync } from "node:child_process";
import { findBrowser } from "./browser.mjs";
import { say } from "./set-up.mjs";

// `npm run lighthouse -- [addresses]`: how a phone sees pages of a running site. Lighthouse needs Node
// 22, so both come from npm when this runs, and `npm install` does not pay for them.
const LIGHTHOUSE = ["--yes", "-p", "node@22", "-p", "lighthouse@13", "lighthouse"];
// Only an idle machine reaches it.
const PERFORMANCE = 95;
const usual = ["/", "/surveyPage", "/loginPage"].map((page) => `http://localhost:3000${page}`);

const addresses = process.argv.slice(2);
const { executablePath, args, env } = await findBrowser({ log: say });
const flags = ["--output=json", "--quiet", `--chrome-flags=${["--headless", ...args].join(" ")}`];

for (const address of addresses.length > 0 ? addresses : usual) {
  const report = execFileSync("npx", [...LIGHTHOUSE, address, ...flags], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...env, CHROME_PATH: executablePath },
  });
  const scores = Object.values(JSON.parse(report).categories).map(({ id, score }) => {
    const points = Math.round((score ?? 0) * 100);
    if (points < (id === "performance" ? PERFORMANCE : 100)) process.exitCode = 1;
    return `${id} ${points}`;
  });
  say(`${address}  ${scores.join(", ")}`);
}
