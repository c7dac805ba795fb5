import { spawn } from "node:child_process";
import { ensureBuilt, ensureInstalled, root } from "./set-up.mjs";

await ensureInstalled();
await ensureBuilt();

// The browser side reloads at http://localhost:5173 and proxies calls to the server on port 3000.
const programs = [
  ["npx", "tsc", "-p", "tsconfig.build.json", "--watch", "--preserveWatchOutput"],
  [process.execPath, "--watch", "dist/server/app/main.js"],
  ["npx", "vite"],
].map(([command, ...args]) => spawn(command, args, { cwd: root, stdio: "inherit" }));

for (const program of programs) {
  program.on("exit", (code) => {
    for (const other of programs) other.kill();
    process.exitCode = code ?? 1;
  });
}
