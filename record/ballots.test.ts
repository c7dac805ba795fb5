import { constants, generateKeyPairSync, privateDecrypt, randomBytes, sign } from "node:crypto";
import { RSABSSA } from "@cloudflare/blindrsa-ts";
import { describe, expect, it } from "vitest";
import { createPaperCheck, importBallotKey, isPaper, paperText, receiptOf } from "./ballots.ts";
import { type Choice, toText } from "./entries.ts";
import { compareLogged } from "./log-complete.ts";
import { createLogReading } from "./log-rules.ts";
import { createRecount, type OpenedEntry } from "./recount.ts";

const id = "0b2f6c0e-8f0b-4b8e-9a6e-0f1d2c3b4a59";
const textHash = "ab".repeat(32);
const nonce = "9".repeat(32);
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** A ballot with a paper that was signed with this key: blinding changes nothing of the signature. */
function ballot(place: number, vote: Choice, { by = privateKey, survey = id } = {}): OpenedEntry {
  const serial = randomBytes(32);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const signature = sign("sha384", paperText(survey, serial), { key: by, padding, saltLength: 48 });
  return {
    place,
    receipt: receiptOf(serial),
    nonce,
    vote,
    entry: "",
    serial: base64url(serial),
    signature: base64url(signature),
  };
}

const other = (place: number, entry: string): OpenedEntry => ({
  place,
  receipt: "",
  nonce: "",
  vote: "",
  entry,
});
const begin = (papers: number) => [
  other(0, toText({ kind: "version" })),
  other(1, toText({ kind: "issued", papers })),
  other(2, toText({ kind: "text", hash: textHash })),
];

async function check(entries: OpenedEntry[], logged: string | undefined = key) {
  const counting = createRecount(id);
  const papers = await createPaperCheck(id, logged);
  for (const entry of entries) {
    counting.addOpened(entry);
    await papers.check(entry);
  }
  return counting.finish();
}

describe("a record of secret ballots", () => {
  it("is counted, and says how many papers there were", async () => {
    const counted = await check([...begin(3), ballot(3, "yes"), ballot(4, "no")]);
    expect(counted).toMatchObject({ yes: 1, no: 1, issued: 3 });
    const { privateKey: unknown } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    await expect(check([...begin(3), ballot(3, "yes", { by: unknown })])).rejects.toThrow(
      "Entry 3 has no valid ballot paper",
    );
  });

  it.each([
    ["without a paper", (entry: OpenedEntry) => ({ ...entry, serial: undefined })],
    ["with another serial number", (entry: OpenedEntry) => ({ ...entry, serial: "A".repeat(43) })],
    [
      "with a signature that was bent",
      (entry: OpenedEntry) => ({ ...entry, signature: entry.signature?.replace(/^./, "-") }),
    ],
    ["with a receipt of its own", (entry: OpenedEntry) => ({ ...entry, receipt: "1".repeat(32) })],
  ])("may have no ballot %s", async (_what, bend) => {
    await expect(check([...begin(3), bend(ballot(3, "yes"))])).rejects.toThrow("ballot paper");
  });

  it("may have none with a paper of another survey", async () => {
    const elsewhere = ballot(3, "yes", { survey: "0b2f6c0e-8f0b-4b8e-9a6e-0f1d2c3b4a50" });
    await expect(check([...begin(3), elsewhere])).rejects.toThrow("ballot paper");
  });

  it("may have no more ballots than papers, none issued after its closing, and no ballot twice", async () => {
    const three = [ballot(3, "yes"), ballot(4, "no"), ballot(5, "no")];
    await expect(check([...begin(2), ...three])).rejects.toThrow(
      "one ballot more than the 2 papers",
    );
    const closed = other(4, toText({ kind: "closed", date: "2026-11-16" }));
    const late = other(5, toText({ kind: "issued", papers: 9 }));
    await expect(check([...begin(2), ballot(3, "yes"), closed, late])).rejects.toThrow("too late");
    const twice = ballot(3, "yes");
    await expect(check([...begin(3), twice, { ...twice, place: 4 }])).rejects.toThrow(
      "same receipt",
    );
  });

  it("has other hashes if a choice is changed or a ballot is gone", async () => {
    const entries = [...begin(3), ballot(3, "yes"), ballot(4, "no")];
    const honest = await check(entries);
    const turned = entries.map((entry) =>
      entry.vote === "yes" ? { ...entry, vote: "no" as const } : entry,
    );
    expect((await check(turned)).root).not.toEqual(honest.root);
    expect((await check(entries.slice(0, -1))).root).not.toEqual(honest.root);
  });

  it("must be announced as secret in the log, with one key for good", async () => {
    const terms = (ballotKey?: string) =>
      `terms ${id} ${JSON.stringify({ opens: null, closes: null, results: "always", ballotKey })}\n`;
    const read = (...entries: string[]) => {
      const { reading, add } = createLogReading(new Date());
      for (const [place, entry] of entries.entries()) add(entry, place);
      return reading;
    };
    const second = key.replace(/.$/, "A");
    expect(read(terms(key), terms(), terms(key)).wrong).toEqual([]);
    expect(read(terms(key), terms(second)).wrong).toEqual([expect.stringContaining("second key")]);
    expect(read(terms(key), terms(), terms(second)).wrong).toHaveLength(1);
    const counted = await check([...begin(1), ballot(3, "yes")]);
    const { surveys } = read(terms(), `text ${id} ${textHash}\n`);
    const logged = surveys.get(id);
    if (!logged) throw new Error("The log has no such survey");
    const heads = [{ ...logged.heads[0], size: counted.size }] as typeof logged.heads;
    expect(() => compareLogged(counted, { ...logged, heads })).toThrow(
      "Only one of record and log",
    );
  });
});

it("is an RSA-PSS signature, made by the raw operation of OpenSSL as by the library", async () => {
  const suite = RSABSSA.SHA384.PSS.Randomized();
  const pair = await suite.generateKey({
    modulusLength: 2048,
    publicExponent: Uint8Array.from([1, 0, 1]),
  });
  const serial = randomBytes(32);
  const text = paperText(id, serial);
  const { blindedMsg, inv } = await suite.blind(pair.publicKey, text);
  const byLibrary = await suite.blindSign(pair.privateKey, blindedMsg);
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
  const raw = {
    key: pkcs8,
    format: "der" as const,
    type: "pkcs8" as const,
    padding: constants.RSA_NO_PADDING,
  };
  const byOpenSsl = privateDecrypt(raw, blindedMsg);
  expect(byOpenSsl.equals(byLibrary)).toBe(true);
  const signature = await suite.finalize(pair.publicKey, text, byOpenSsl, inv);
  const spki = Buffer.from(await crypto.subtle.exportKey("spki", pair.publicKey)).toString(
    "base64",
  );
  const known = await importBallotKey(spki);
  expect(await isPaper(known, id, serial, Uint8Array.from(signature))).toBe(true);
  expect(await isPaper(known, id, randomBytes(32), Uint8Array.from(signature))).toBe(false);
});
