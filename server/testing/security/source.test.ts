import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { projectRoot } from "../../process/project-root.ts";

/** What our code may not do, and the files where it is harmless. */
const forbidden: [what: string, pattern: RegExp, except?: string[]][] = [
  ["run text as code", /\beval\(|new Function\(|from "node:vm"/],
  ["put text into a page as markup", /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML/],
  [
    "run programs",
    /node:child_process/,
    ["server/database/", "server/outreach/pictures/draw-mark.ts", "scripts/"],
  ],
  ["skip the check of certificates", /rejectUnauthorized|NODE_TLS_REJECT/],
  ["read requests leniently", /insecureHTTPParser/],
  // Only randomises waiting times.
  [
    "guess with predictable randomness",
    /Math\.random/,
    [
      "server/database/retry.ts",
      "server/process/every.ts",
      "server/http/load-shedding.ts",
      "web/lib/keep-trying.ts",
      "web/surveys/votes/shared/live-results.ts",
    ],
  ],
  // An ETag identifies the version of a list for caches; a collision gains an attacker nothing.
  ["hash with what is broken", /createHash\("(md5|sha1)"\)/, ["server/http/prepared.ts"]],
  // Both with AES-256-GCM: the secret in a backup, with a key that scrypt makes of a passphrase, and
  // waiting mails, with a key derived from the site's secret.
  [
    "encrypt by itself",
    /createCipher|createDecipher|publicEncrypt/,
    [
      "server/database/backup/sealed-secret.ts",
      "server/database/waiting-ballots/sealing.ts",
      "server/people/outbox/sealing.ts",
    ],
  ],
  [
    "keep passwords from being pasted or filled in",
    /onPaste|type="password"[^>]*autoComplete="off"/,
  ],
];

let sources: { file: string; text: string }[];

beforeAll(async () => {
  const files = await Promise.all(
    ["contract", "server", "web"].map((folder) =>
      readdir(path.join(projectRoot, folder), { recursive: true }).then((names) =>
        names.map((name) => path.posix.join(folder, name.split(path.sep).join("/"))),
      ),
    ),
  );
  const own = files
    .flat()
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => !/\.test\.tsx?$|^server\/testing\//.test(file));
  sources = await Promise.all(
    own.map(async (file) => ({ file, text: await readFile(path.join(projectRoot, file), "utf8") })),
  );
});

it.each(forbidden)("no code of ours can %s", (_what, pattern, except = []) => {
  const found = sources
    .filter(({ text }) => pattern.test(withoutComments(text)))
    .map(({ file }) => file)
    .filter((file) => !except.some((start) => file.startsWith(start)));
  expect(found).toEqual([]);
});

it("password managers know the fields for passwords", () => {
  const fields = sources.filter(({ text }) => /autoComplete="(new|current)-password"/.test(text));
  expect(fields.length).toBeGreaterThan(0);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
