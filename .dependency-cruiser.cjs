// Who may import whom. ARCHITECTURE.md explains it; this file enforces it.
const test = "\\.test\\.tsx?$";

// The wings of the server, from the lowest to the highest. Each may know itself and those before it.
const wings = [
  "process",
  "database",
  "http",
  "people",
  "surveys",
  "record",
  "outreach",
  "operations",
  "app",
  "testing",
];

// A slice is one noun of the product, with all that the server, or the browser, has of it.
const slices = "^server/((?:people|surveys|record|outreach|operations)/[^/]+)/";
const webSlices = "^web/((?:people|surveys|record|outreach|operations)/[^/]+)/";

/** What lies above a wing is nothing that it may know. */
const layers = wings.slice(0, -1).map((wing, index) => ({
  name: `${wing}-knows-nothing-above`,
  severity: "error",
  from: { path: `^server/${wing}/`, pathNot: test },
  to: { path: `^server/(?:${wings.slice(index + 1).join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...layers,
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "contract-imports-zod-only",
      comment: "And the list of languages, so that a new one is one file of words.",
      severity: "error",
      from: { path: "^contract/", pathNot: test },
      to: { pathNot: "^(contract/|node_modules/zod/|words/generated/languages\\.ts$)" },
    },
    {
      name: "the-record-stands-alone",
      comment: "Strangers verify records with it, so it needs nothing of this site.",
      severity: "error",
      from: { path: "^record/", pathNot: test },
      to: { pathNot: "^(record/|node_modules/@noble/hashes/)" },
    },
    {
      name: "web-and-server-never-meet",
      severity: "error",
      from: { path: "^(web|contract)/" },
      to: { path: "^server/" },
    },
    {
      name: "server-never-imports-web",
      severity: "error",
      from: { path: "^(server|contract)/" },
      to: { path: "^web/" },
    },
    {
      name: "queries-know-no-request",
      comment: "Queries take a database and plain arguments; they never see who asked or how.",
      severity: "error",
      from: { path: "[/-]queries\\.ts$", pathNot: "^web/" },
      to: { path: "^(node_modules/fastify/|server/http/(?!limits/))|/handlers\\.ts$" },
    },
    {
      name: "handlers-are-for-the-app",
      comment:
        "A slice may use another's queries and rules, and neither its handlers nor its mails.",
      severity: "error",
      from: { path: slices, pathNot: test },
      to: { path: `${slices}[^/]*(?:handlers|mount|mails)\\.ts$`, pathNot: "^server/$1/" },
    },
    {
      name: "limits-know-the-database-only",
      comment: "What may be done how often. Whoever is limited asks it; it asks nobody.",
      severity: "error",
      from: { path: "^server/http/limits/", pathNot: test },
      to: { path: "^server/", pathNot: "^server/(http/limits|database|process)/" },
    },
    {
      name: "only-main-and-tests-build-the-app",
      severity: "error",
      from: {
        path: "^server/",
        pathNot: [
          "^server/app/main\\.ts$",
          "^server/app/workers/worker\\.ts$",
          "^server/testing/",
          test,
        ],
      },
      to: { path: "^server/app/(app|main)\\.ts$" },
    },
    {
      name: "the-product-knows-no-tools",
      comment: "Commands, measurements and faults use the product, never the other way round.",
      severity: "error",
      from: { path: "^(contract|record|server|web)/", pathNot: test },
      to: { path: "^(scripts|bench|reliability|e2e)/" },
    },
    {
      name: "web-lib-draws-nothing",
      severity: "error",
      from: {},
      to: { path: "^web/lib/.*\\.tsx$" },
    },
    {
      name: "web-lib-at-the-bottom",
      severity: "error",
      from: { path: "^web/lib/" },
      to: { path: "^web/", pathNot: "^web/lib/" },
    },
    {
      name: "web-components-know-no-slice",
      severity: "error",
      from: { path: "^web/components/" },
      to: { path: "^web/", pathNot: "^web/(components|lib)/" },
    },
    {
      name: "web-slices-stay-apart",
      comment: "Except for what a slice shares, and identity/session, which says who is here.",
      severity: "error",
      from: { path: webSlices },
      to: {
        path: [webSlices, "^web/app/"],
        pathNot: ["^web/$1/", "^web/[^/]+/[^/]+/shared/", "^web/people/identity/session\\.tsx$"],
      },
    },
    {
      name: "web-shared-parts-draw-what-they-get",
      comment: "So that whoever uses them takes nothing else of their slice along.",
      severity: "error",
      from: { path: "^web/[^/]+/[^/]+/shared/" },
      to: { path: "^web/", pathNot: "^web/(components|lib|[^/]+/[^/]+/shared)/" },
    },
    {
      name: "pages-are-for-the-router",
      severity: "error",
      from: {
        path: "^web/",
        pathNot: "^web/app/(router\\.tsx|pages/)",
      },
      to: { path: "^web/app/pages/" },
    },
    {
      name: "production-uses-dependencies",
      comment: "What the server loads at run time must be installed by `npm ci --omit=dev`.",
      severity: "error",
      from: { path: "^(server|contract)/", pathNot: [test, "^server/testing/"] },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.base.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^dist/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
