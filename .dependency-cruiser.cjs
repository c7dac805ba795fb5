// Who may import whom. ARCHITECTURE.md explains it; this file enforces it.
const { below, above } = require("./server/rooms.json");

const test = "\\.test\\.tsx?$";
const room = (names) => `(?:${Object.keys(names).join("|")})`;
const slices = `^server/(?!${room({ ...below, ...above })}/)([^/]+)/`;
const webSlices = "^web/(?!(?:pages|layout|components|lib|public)/)([^/]+)/";

module.exports = {
  forbidden: [
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
      to: { path: "^(node_modules/fastify/|server/http/)|/handlers\\.ts$" },
    },
    {
      name: "slices-meet-in-queries-only",
      comment: "A slice may use another slice's queries.ts and no other file of it.",
      severity: "error",
      from: { path: slices, pathNot: [test, "/assemble\\.ts$"] },
      to: { path: slices, pathNot: ["^server/$1/", "queries\\.ts$"] },
    },
    {
      name: "assemblies-join-slices",
      comment: "They hand each slice what it needs, and know nothing of how it works.",
      severity: "error",
      from: { path: `${slices}assemble\\.ts$` },
      to: { path: slices, pathNot: ["^server/$1/", "(queries|handlers|mount|cache)\\.ts$"] },
    },
    {
      name: "only-the-app-assembles",
      severity: "error",
      from: { path: "^server/", pathNot: "^server/app\\.ts$" },
      to: { path: "/assemble\\.ts$" },
    },
    {
      name: "slices-know-nothing-above",
      severity: "error",
      from: { path: [slices, `^server/${room(below)}/`], pathNot: test },
      to: { path: `^server/${room(above)}/` },
    },
    {
      name: "http-knows-no-slice",
      severity: "error",
      from: { path: "^server/http/", pathNot: test },
      to: { path: slices },
    },
    {
      name: "database-knows-nobody",
      severity: "error",
      from: { path: "^server/database/", pathNot: test },
      to: { path: "^server/", pathNot: "^server/(database/|every\\.ts|project-root\\.ts)" },
    },
    {
      name: "limits-know-the-database-only",
      comment: "What may be done how often. Whoever is limited asks it; it asks nobody.",
      severity: "error",
      from: { path: "^server/limits/", pathNot: test },
      to: { path: "^server/", pathNot: "^server/(limits|database)/" },
    },
    {
      name: "only-main-and-tests-build-the-app",
      severity: "error",
      from: {
        path: "^server/",
        pathNot: ["^server/main\\.ts$", "^server/workers/worker\\.ts$", "^server/testing/", test],
      },
      to: { path: "^server/(app|main)\\.ts$" },
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
        path: [webSlices, "^web/(pages|layout)/"],
        pathNot: ["^web/$1/", "^web/[^/]+/shared/", "^web/identity/session\\.tsx$"],
      },
    },
    {
      name: "web-shared-parts-draw-what-they-get",
      comment: "So that whoever uses them takes nothing else of their slice along.",
      severity: "error",
      from: { path: "^web/[^/]+/shared/" },
      to: { path: "^web/", pathNot: "^web/(components|lib|[^/]+/shared)/" },
    },
    {
      name: "pages-are-for-the-router",
      severity: "error",
      from: {
        path: "^web/",
        pathNot: "^web/((dashboard-)?router\\.tsx|dashboard-pages\\.ts|pages/)",
      },
      to: { path: "^web/pages/" },
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
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^dist/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
