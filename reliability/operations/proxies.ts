import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type Lab, needed } from "../../bench/lab.ts";
import { freePort, openLog } from "../../server/testing/server-process.ts";

export const proxyNames = ["haproxy", "nginx"] as const;
export type ProxyName = (typeof proxyNames)[number];

interface ProxyOptions {
  /** Where the sample files are. */
  samples: string;
  /** The addresses of two servers. */
  servers: [string, string];
  /** Whether a person stays on one of them, as in the samples. */
  sticky: boolean;
}

/** Starts a proxy of this machine with the sample files, changed only where they name a machine. Returns its address. */
export async function startProxy(
  lab: Lab,
  name: ProxyName,
  { samples, servers, sticky }: ProxyOptions,
): Promise<string> {
  const pem = await makeCertificate(lab);
  const [plain, secure] = [await freePort(), await freePort()];
  const base = path.join(lab.directory, `${name}-${secure}`);
  const changes: [string, string][] = servers.map((url, index) => [
    `10.0.1.${index + 1}:3000`,
    new URL(url).host,
  ]);
  const read = (file: string, more: [string, string][]) =>
    replaceAll(readFileSync(path.join(samples, file), "utf8"), more, file);
  let args: string[];
  if (name === "haproxy") {
    const cookie = "  cookie server insert indirect nocache httponly secure attr SameSite=None\n";
    await writeFile(
      base,
      read("haproxy.cfg", [
        ...changes,
        ["  log /dev/log local0\n  user haproxy\n  group haproxy\n", ""],
        // More files than this test may open.
        ["  maxconn 20000\n", ""],
        ["bind :80\n", `bind 127.0.0.1:${plain}\n`],
        ["bind :443 ssl crt /etc/haproxy/site.pem", `bind 127.0.0.1:${secure} ssl crt ${pem}`],
        ...(sticky ? [] : [[cookie, ""] satisfies [string, string]]),
      ]),
    );
    args = ["-f", base];
  } else {
    const several = read("nginx-several.conf", [
      ...changes,
      ...(sticky ? [] : [["  ip_hash;\n", ""] satisfies [string, string]]),
    ]);
    const site = read("nginx.conf", [
      ["  listen [::]:80;\n", ""],
      ["  listen [::]:443 ssl http2;\n", ""],
      ["listen 80;", `listen 127.0.0.1:${plain};`],
      ["listen 443 ssl http2;", `listen 127.0.0.1:${secure} ssl http2;`],
      ["/etc/ssl/survey-website/fullchain.pem", pem],
      ["/etc/ssl/survey-website/key.pem", pem],
      ["/var/log/nginx/", `${base}-`],
      ["polls.example.org", "localhost"],
    ]);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `${kind}_temp_path ${base}-${kind};`,
    );
    // Each visitor says from where they come: the browser has one address.
    const ours = ["set_real_ip_from 127.0.0.1;", "real_ip_header X-Forwarded-For;"];
    const user = process.getuid?.() === 0 ? "user root;" : "";
    await writeFile(
      base,
      `${user} daemon off; pid ${base}.pid; error_log ${base}.log; events {}
      http { ${[...temporary, ...ours, several, site].join("\n")} }`,
    );
    args = ["-c", base, "-e", `${base}.log`];
  }
  const log = openLog(path.join(lab.logDir, `${name}.log`));
  const proxy = spawn(name, args, { stdio: ["ignore", log, log] });
  const ended = once(proxy, "exit");
  lab.atEnd(() => proxy.kill("SIGTERM") && ended);
  await needed(`answer through ${name}`, 30, () => {
    if (proxy.exitCode !== null) throw new Error(`${name} did not start: see ${lab.logDir}`);
    return answers(plain);
  });
  return `https://localhost:${secure}`;
}

/** It sends whoever comes without encryption elsewhere. */
async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" }).catch(() => null);
  return answer?.status === 308;
}

function replaceAll(text: string, changes: [string, string][], file: string): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)} any more`);
    return changed.replaceAll(from, to);
  }, text);
}

/** Certificate and key in one file. */
async function makeCertificate({ directory }: Lab): Promise<string> {
  const pem = path.join(directory, "site.pem");
  const subject = ["-subj", "/CN=localhost", "-days", "2"];
  const files = ["-keyout", pem, "-out", `${pem}.crt`];
  await promisify(execFile)("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes"],
    ...subject,
    ...files,
  ]);
  await writeFile(pem, readFileSync(pem, "utf8") + readFileSync(`${pem}.crt`, "utf8"));
  return pem;
}
