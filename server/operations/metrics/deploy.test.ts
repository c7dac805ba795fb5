import { readFileSync } from "node:fs";
import path from "node:path";
import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { registerBackupMetrics } from "../../database/backup/schedule.ts";
import { projectRoot } from "../../process/project-root.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { mountDiskMetrics, mountWorkerMetrics } from "./mount.ts";

// The dashboard and the alerts in `deploy/` name metrics and chapters. A name that is misspelt there
// would show nothing, for ever.

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const alerts = read("deploy/prometheus/alerts.yml");
const dashboard = JSON.parse(read("deploy/grafana/dashboard.json")) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};

const ofAlerts = Array.from(
  alerts.matchAll(/expr:([\s\S]*?)\n\s+(?:for|labels):/g),
  ([, expr = ""]) => expr,
);
const ofPanels = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Made by Prometheus itself, its blackbox exporter and Patroni. */
const elsewhere = /^(up|probe_\w+|patroni_\w+)$/;

/** All that a server and its supervisor may show, whether or not it has a value now. */
async function namesOf(site: TestApp): Promise<Set<string>> {
  const registry = new Registry();
  registerBackupMetrics(registry, { directory: "/", command: "/bin/true" });
  mountDiskMetrics(registry, new Map([["DATA_DIR", "/"]]));
  mountWorkerMetrics(registry);
  const { body } = await site.inject({ url: "/metrics" });
  const text = body + (await registry.metrics());
  return new Set(Array.from(text.matchAll(/^(?:# HELP )?([a-z]\w*)/gm), ([, name = ""]) => name));
}

/** The metrics in an expression of PromQL: names that are no function, label, keyword or number. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "")
    .replaceAll(/\bby\s*\([^)]*\)/g, "");
  const names = Array.from(bare.matchAll(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g), ([name]) => name);
  return names.filter((name) => !["and", "or", "unless"].includes(name));
}

it("finds the metrics of an expression", () => {
  expect(metricsIn('sum by (le) (rate(a_b{c="d"}[5m])) / max(e > 0) and time() - f > 1e9')).toEqual(
    ["a_b", "e", "f"],
  );
});

it("every metric of the dashboard and the alerts is one that a running server has", async () => {
  const site = await createTestApp();
  await (await site.join()).call(routes.castVote, aVote(await addTestSurvey(site.db)));
  const known = await namesOf(site);
  expect(ofAlerts.length).toBe(alerts.match(/- alert:/g)?.length);
  expect(ofPanels.length).toBeGreaterThan(ofAlerts.length);
  const named = [...ofAlerts, ...ofPanels].flatMap((expr) => {
    const metrics = metricsIn(expr);
    expect(metrics, expr).not.toEqual([]);
    return metrics;
  });
  const unknown = named.filter((name) => !known.has(name) && !elsewhere.test(name));
  expect([...new Set(unknown)]).toEqual([]);
});

/** The chapters of a page of the operator's handbook, as links name them. */
function chaptersOf(page: string): string[] {
  return Array.from(read(page).matchAll(/^#+ (.*)$/gm), ([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, "")
      .replaceAll(" ", "-"),
  );
}

it("every alert names a chapter of the operator's handbook that exists", () => {
  const links = Array.from(alerts.matchAll(/(docs\/operations\/[a-z-]+\.md)#([a-z-]+)/g));
  expect(links.length).toBe(ofAlerts.length);
  const broken = links.filter(([, page = "", chapter = ""]) => !chaptersOf(page).includes(chapter));
  expect(broken.map(([link]) => link)).toEqual([]);
});
