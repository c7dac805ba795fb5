import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { type Lab, say } from "../../bench/lab.ts";
import { projectRoot } from "../../server/process/project-root.ts";
import { takeMail } from "../../server/testing/smtp-server.ts";
import { bootMachine, here, type Machine, makeDebian, makeNetwork, TRUSTED } from "./machine.ts";
import { openBrowser, registerAndVote, SAM } from "./visitor.ts";

/** A site as its administrator has it after following the documents. */
export interface Site {
  first: Machine;
  browser: Browser;
  /** The id of a published survey, on which one person has voted. */
  survey: string;
  smtpUrl: string;
}

export const SOURCES = "/home/builder/survey-website";
export const IN_PLACE = "/opt/survey-website";

/** Builds, installs and starts a site with Debian's PostgreSQL and nginx; a person registers and votes. */
export async function installSite(lab: Lab): Promise<Site> {
  const smtp = await takeMail();
  lab.atEnd(() => smtp.close());
  // slirp4netns gives each machine this way to the one that runs the test.
  const smtpUrl = smtp.url.replace("127.0.0.1", "10.0.2.2");
  await makeNetwork(lab);
  await makeDebian();
  const first = await bootMachine(lab, "first", 1);
  await first.run("useradd --create-home --shell /bin/bash builder; apt-get update --quiet=2");
  await copySources(first);
  await first.follow("run.md", "Build", { as: "builder", folder: SOURCES });
  await prepare(first, { SMTP_URL: smtpUrl });
  await first.follow("run.md", "A database of your own");
  await first.follow("run.md", "Put a version in its place", { folder: SOURCES });
  await first.follow("run.md", "Start it");
  await waitUntilReady(first);
  await makeCertificate(first);
  await first.follow("run.md", "With nginx");
  const doctor = { mayFail: true };
  say(await first.follow("run.md", "Look whether it works", doctor));

  const survey = await addSurvey(first);
  const browser = await openBrowser(lab, first.address);
  const page = await registerAndVote(browser, smtp.mails, survey);
  await page.context().close();
  say(`\nA person registered by mail in a browser and voted: ${await countVotes(first)}`);
  return { first, browser, survey, smtpUrl };
}

/** What every machine gets before a version is put in its place. */
export async function prepare(machine: Machine, settings: Record<string, string>): Promise<void> {
  const { run } = machine;
  const installed = await run(`test -e ${SOURCES} && echo ${SOURCES} || echo /root/survey-website`);
  await machine.follow("run.md", "Prepare the machine", { folder: installed.trim() });
  // All calls of the test come from one address.
  machine.set({ ...settings, LIMIT_FACTOR: "100" });
}

export async function waitUntilReady(machine: Machine): Promise<void> {
  await machine.follow("back-up-and-move.md", "Wait until it is ready");
}

async function copySources(machine: Machine): Promise<void> {
  const folder = machine.directory + SOURCES;
  mkdirSync(folder, { recursive: true });
  await here(`cd ${projectRoot} && git ls-files -z | tar --null -T - -c | tar -x -C ${folder}`);
  await machine.run(`chown -R builder ${SOURCES}`);
}

/** In place of a certificate that browsers trust. */
async function makeCertificate({ directory }: Machine): Promise<void> {
  const folder = path.join(directory, "etc/ssl/survey-website");
  await here(`
    mkdir -p ${folder} && cd ${folder}
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=polls.example.org \\
      -addext subjectAltName=DNS:polls.example.org -keyout key.pem -out fullchain.pem 2> /dev/null
    cat fullchain.pem >> ${directory}/${TRUSTED}`);
}

/** By SQL: how surveyors and admins come to one is tested elsewhere. */
async function addSurvey(machine: Machine): Promise<string> {
  const found = await machine.run(`runuser -u postgres -- psql --quiet -At survey <<'END'
    with surveyor as (
      insert into users (email, username, role) values ('s@example.org', 'Surveyor', 'surveyor') returning id
    )
    insert into surveys (title, description, category, question, status, results, published_at, surveyor_id)
    select 'A survey', 'Of a test.', 'technology', 'Is it good?', 'published', 'always', now(), id from surveyor
    returning id;
    insert into survey_tallies (survey_id, listed_category, search)
    select id, listed_category, search from surveys;\nEND`);
  return found.trim();
}

/** As `yes:no` of all surveys together. */
export async function countVotes(machine: Machine): Promise<string> {
  const query = `select count(*) filter (where vote = 'yes') || ':' || count(*) from votes`;
  const votes = await machine.run(`runuser -u postgres -- psql -At survey -c "${query}"`);
  return `${votes.trim()} (yes:all) in the database, ${SAM.email} among them`;
}

export function settingOf({ directory }: Machine, name: string): string {
  const text = readFileSync(path.join(directory, "etc/survey-website/env"), "utf8");
  return new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1] ?? "";
}

/** The site for people through its proxy, and its database for whoever checks. */
export function reachOf(machine: Machine) {
  const { password } = new URL(settingOf(machine, "DATABASE_URL"));
  return {
    url: `https://${machine.address}`,
    secret: settingOf(machine, "APP_SECRET"),
    connection: { host: machine.address, user: "survey", password, database: "survey" },
  };
}
