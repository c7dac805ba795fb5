import { spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Lab, needed, say } from "../../bench/lab.ts";
import { projectRoot } from "../../server/process/project-root.ts";
import { freePort, openLog } from "../../server/testing/server-process.ts";
import { here, makeDebian, TRUSTED, timed } from "./machine.ts";

const BUILDAH = "buildah --storage-driver vfs";
// The image's user `node`.
const USER = 1000;

/**
 * Builds deploy/Containerfile on a Debian with Node, since no registry of images is reached here, and runs its
 * command as its user with its environment in a chroot whose root is read-only. Not by podman: crun needs
 * cgroups that the test's machine may not have.
 */
export async function tryContainer(lab: Lab): Promise<boolean> {
  const context = path.join(lab.directory, "context");
  const storage = `${BUILDAH} --root ${lab.directory}/images --runroot ${lab.directory}/images-run`;
  const debian = await makeDebian();
  mkdirSync(context);
  await here(`cd ${projectRoot} && git ls-files -z | tar --null -T - -c | tar -x -C ${context}`);
  await timed("a base image from the Debian", () =>
    here(`
      ctr="$(${storage} from scratch)"
      root="$(${storage} mount "$ctr")"
      cp -a ${debian}/. "$root"
      chroot "$root" useradd --create-home --uid ${USER} node
      mkdir -p "$root/usr/local/lib/node_modules"
      ${storage} umount "$ctr"
      ${storage} config --env NODE_EXTRA_CA_CERTS=/${TRUSTED} "$ctr"
      ${storage} commit --quiet --rm "$ctr" node-on-debian`),
  );
  await timed("buildah bud --isolation chroot", () =>
    here(`
      cd ${context} && ${storage} bud --isolation chroot --format docker --pull-never \\
        --build-arg BASE=localhost/node-on-debian --build-arg BUILD_COMMIT=of-the-test \\
        --file deploy/Containerfile --tag survey-website . > ${lab.logDir}/build.log 2>&1`),
  );
  const image = JSON.parse(await here(`${storage} inspect --type image survey-website`));
  const { User, Env, Cmd, WorkingDir, Healthcheck } = image.Docker.config;
  say(`  ${JSON.stringify({ User, Env, Cmd, WorkingDir })}`);
  const root = (
    await here(`${storage} mount "$(${storage} from --pull-never survey-website)"`)
  ).trim();
  lab.atEnd(() => here(`${storage} rm --all`));

  const data = path.join(lab.directory, "data");
  const settings = path.join(lab.directory, "env");
  const port = await freePort();
  const example = readFileSync(path.join(projectRoot, "deploy/systemd/env.example"), "utf8");
  // No backups: the folder is on no volume here.
  writeFileSync(settings, example.replace(/^BACKUP_DIR=.*$/m, ""));
  mkdirSync(data);
  for (const name of [data, settings]) chownSync(name, USER, USER);
  chmodSync(settings, 0o400);
  const inside = (command: string[]) => [
    "--mount",
    "--pid",
    "--fork",
    "--kill-child",
    "bash",
    "-euc",
    `mount --bind ${root} ${root}
     touch ${root}${WorkingDir}/.env
     mount --bind -o ro ${settings} ${root}${WorkingDir}/.env
     mount --bind ${data} ${root}/data
     mount -t tmpfs none ${root}/tmp
     mount -t proc none ${root}/proc
     mount --bind /dev ${root}/dev
     mount -o remount,ro,bind ${root}
     exec env -i ${[...Env, `PORT=${port}`].map((one: string) => `'${one}'`).join(" ")} \\
       chroot --userspec=${USER}:${USER} ${root} sh -c 'cd ${WorkingDir} && exec "$@"' sh "$@"`,
    "bash",
    ...command,
  ];
  const log = openLog(path.join(lab.logDir, "container.log"));
  const server = spawn("unshare", inside(Cmd), { stdio: ["ignore", log, log] });
  lab.atEnd(() => server.kill());
  await needed(
    "container that is ready",
    120,
    async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok,
  );
  const health = await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
  const page = await (await fetch(`http://127.0.0.1:${port}/privacy`)).text();
  const [, ...check] = Healthcheck.Test as string[];
  const isHealthy = await here(
    `PORT=${port} node -e ${JSON.stringify(check[2]).replaceAll("$", "\\$").replaceAll("`", "\\`")} && echo healthy || true`,
  );
  const attempt = ["sh", "-c", "touch /app/x /usr/x; touch /tmp/x /data/x && id -un"];
  const written = await here(
    `unshare ${inside(attempt)
      .map((one) => `'${one.replaceAll("'", "'\\''")}'`)
      .join(" ")} 2>&1`,
  );
  say(
    `  healthz: ${health}; its HEALTHCHECK: ${isHealthy.trim()}\n  ${written.trim().replaceAll("\n", "\n  ")}`,
  );
  return (
    health.includes("of-the-test") &&
    page.includes("Polls Example Ltd") &&
    isHealthy.trim() === "healthy" &&
    written.split("Read-only file system").length === 3 &&
    written.trim().endsWith("node")
  );
}
