import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Lab, needed, say } from "../../bench/lab.ts";
import { formatRow, tableHead } from "../outcome.ts";
import { underLoad } from "../under-load.ts";
import {
  countVotes,
  IN_PLACE,
  prepare,
  reachOf,
  type Site,
  SOURCES,
  settingOf,
  waitUntilReady,
} from "./install.ts";
import { bootMachine, here, type Machine, NETWORK } from "./machine.ts";
import { keepVisiting, newPage, SAM } from "./visitor.ts";

// What an administrator does later: back up, restore elsewhere, add a server, update, go back.

const COPIES = "/home/survey-backups";
const COPY = "/root/survey-website";
const NEXT = "1.0.1";

/** Backs up, copies the backup by SSH to another machine, and restores it there. Returns that machine. */
export async function backUpAndRestore(lab: Lab, { first, survey, smtpUrl }: Site) {
  await first.follow("back-up-and-move.md", "Of an installed service");
  const second = await bootMachine(lab, "second", 2);
  await second.run("apt-get update --quiet=2");
  await second.follow("back-up-and-move.md", "On the machine that keeps copies");
  await first.follow("back-up-and-move.md", "On the site's machine");
  const key = readFileSync(path.join(first.directory, "etc/survey-website/backup-key.pub"), "utf8");
  const keys = path.join(second.directory, COPIES, ".ssh/authorized_keys");
  writeFileSync(keys, `restrict,command="internal-sftp" ${key}`);
  // Instead of a day's waiting: the first start has written one, of a site without votes.
  await first.run("rm /var/backups/survey-website/survey-*.backup*");
  await first.follow("back-up-and-move.md", "Let it copy");
  const backup = await needed(
    "copy of a backup",
    300,
    async () =>
      (await second.run(`ls -t ${COPIES}/backups | grep '\\.backup$' || true`)).split("\n")[0],
  );
  say(`${backup} was copied to the other machine`);

  await copyVersion(first, second);
  await prepare(second, { SMTP_URL: smtpUrl });
  await second.follow("run.md", "Put a version in its place", { folder: COPY });
  await second.run(
    `install -o survey-website -m 600 ${COPIES}/backups/${backup} /var/backups/survey-website/now.backup`,
  );
  say(await second.follow("back-up-and-move.md", "Restored on another machine"));
  await waitUntilReady(second);
  const results = `http://127.0.0.1:3000/survey/results/${survey}`;
  const answer = await second.run(
    `node -e "fetch('${results}').then(async (a) => console.log(a.status, await a.text()))"`,
  );
  if (!answer.startsWith("200")) throw new Error(`the restored survey: ${answer}`);
  say(`The restored site serves the survey: ${answer.slice(0, 120)} …`);
  return second;
}

/** What was built on the first machine, without its packages. */
async function copyVersion(from: Machine, to: Machine): Promise<void> {
  const current = (await from.run(`readlink ${IN_PLACE}`)).trim();
  rmSync(to.directory + COPY, { recursive: true, force: true });
  cpSync(from.directory + current, to.directory + COPY, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !/\/(node_modules|\.env)$/.test(file.slice(from.directory.length)),
  });
}

/** A server whose output goes to a file works on while that is rotated. */
export async function rotateLogs({ first }: Site): Promise<void> {
  const url = "http://127.0.0.1:3999/healthz";
  const rotated = await first.run(`
    apt-get install --yes --no-install-recommends logrotate > /dev/null
    cp ${IN_PLACE}/deploy/logrotate.conf /etc/logrotate.d/survey-website
    systemd-run --quiet --unit=to-a-file --uid=survey-website --working-directory=${IN_PLACE} \\
      --property=StandardOutput=append:/var/log/survey-website.log --setenv=PORT=3999 \\
      node dist/server/app/main.js
    until grep --quiet "is ready" /var/log/survey-website.log; do sleep 1; done
    logrotate --force /etc/logrotate.d/survey-website
    node -e "fetch('${url}').then(async (a) => console.log(a.status, await a.text()))"
    systemctl stop to-a-file
    ls -s /var/log/survey-website.log*`);
  say(`\nA server after its log was rotated: ${rotated}`);
}

/** Both machines serve the first one's database, behind its nginx. */
export async function addServer({ first, browser }: Site, second: Machine): Promise<void> {
  await second.run("systemctl stop survey-website && rm -rf /var/lib/survey-website/*");
  const database = settingOf(first, "DATABASE_URL");
  const inside = database.replace("127.0.0.1", first.address);
  const proxy = `loopback,${first.address}`;
  const shared = { DATABASE_URL: inside, APP_SECRET: settingOf(first, "APP_SECRET") };
  for (const machine of [first, second]) {
    machine.set({ ...shared, HOST: machine.address, TRUSTED_PROXIES: proxy });
  }
  second.set({ BACKUP_DIR: undefined });
  await first.follow("scale-out.md", "Add a server");
  for (const machine of [first, second]) {
    await machine.follow("back-up-and-move.md", "One server");
    await waitUntilReady(machine);
  }
  const page = await newPage(browser);
  await page.goto("/loginPage");
  await page.getByLabel("Password", { exact: true }).fill(SAM.password);
  await page.getByLabel("Email").fill(SAM.email);
  await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
  await page.getByRole("link", { name: /, your profile/ }).waitFor();
  await page.context().close();
  say("A person logged in through the balancer.");
}

/** A new version on both, one after the other, while people vote and new ones come; and back. */
export async function update({ first, browser }: Site, second: Machine): Promise<boolean> {
  // It differs in its number and in a word of every page.
  await first.run(
    `npm version ${NEXT} --no-git-tag-version > /dev/null
     sed -i 's/"Skip to the content"/"Skip to this content"/' words/en.json`,
    { as: "builder", folder: SOURCES },
  );
  await first.follow("run.md", "Build", { as: "builder", folder: SOURCES });
  let isGood = true;
  async function inTurn(name: string, act: (machine: Machine) => Promise<unknown>): Promise<void> {
    const stop = keepVisiting(browser, "/loginPage");
    const outcome = await underLoad(reachOf(first), async ({ servedAgain }) => {
      for (const machine of [first, second]) {
        await act(machine);
        await waitUntilReady(machine);
        await servedAgain();
      }
      return "";
    });
    const { loaded, dead, missing } = await stop();
    outcome.remark = `${loaded} fresh pages, ${dead.length} dead, ${missing} parts not found`;
    outcome.wrong.push(...dead);
    say(`\n${tableHead}\n${formatRow(name, outcome)}`);
    if (outcome.wrong.length > 0) isGood = false;
  }

  await inTurn("update, one server after the other", async (machine) => {
    if (machine === second) await copyVersion(first, second);
    const folder = machine === first ? SOURCES : COPY;
    await machine.follow("run.md", "Put a version in its place", { folder });
    await machine.follow("back-up-and-move.md", "One server");
  });
  const before = `${IN_PLACE}-1.0.0`;
  await inTurn("back to the version before", (machine) =>
    machine.follow("back-up-and-move.md", "Back again", { folder: before }),
  );
  for (const machine of [first, second]) {
    const answer = await here(`curl --silent http://${machine.address}:3000/healthz`);
    say(`${machine.name}: ${answer}`);
    if (!answer.includes('"1.0.0"')) isGood = false;
  }
  say(await countVotes(first));
  say(`(this machine is ${NETWORK}.254)`);
  return isGood;
}
