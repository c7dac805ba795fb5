import { ensureBuilt, ensureInstalled } from "./set-up.mjs";

ensureInstalled();
ensureBuilt();
await import("../dist/server/main.js");
