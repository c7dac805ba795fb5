import { describe, expect, it } from "vitest";
import { fromBase64, fromHex, toHex } from "./bytes.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { SIGNS_NOTES } from "./signed-note.ts";
import { judgeRequest, parseRequest, parseSize, type Refusal, writeRequest } from "./witness.ts";

// The log, its signatures and proofs, and what a witness answers to them, are those of the tests of
// another witness: cmd/litewitness/testdata/litewitness.txt of FiloSottile/torchwood (BSD licence).
const origin =
  "sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562";
const publicKey = fromHex("ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f");
const logs = [{ name: origin, publicKey: Uint8Array.from(publicKey), signs: SIGNS_NOTES }];

const line = (start: string, end = "") => `${start.padEnd(43 - end.length, "A")}${end}=\n`;
const checkpoint = (size: number, root: string, signature: string, name = origin) =>
  `${name}\n${size}\n${root}\n\n— ${name} ${signature}\n`;
const one = checkpoint(
  1,
  "KgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
  "UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=",
);
const threeSigned =
  "UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=";
const threeRoot = "RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=";
const three = checkpoint(3, threeRoot, threeSigned);
const five = checkpoint(
  5,
  "QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=",
  "UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=",
);
const oneToThree = `old 1\n${line("KgE")}${line("KgI")}\n`;
const oneToFive = `old 1\n${line("KgE")}+fUDV+k970B4I3uKrqJM4aP1lloPZP8mvr2Z4wRw2LI=\n${line("KgQ")}\n`;
const threeToFive = `old 3\n${line("KgI")}${line("KgM")}wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=\n${line("KgQ")}\n`;

/** A witness that remembers what it has accepted. */
function createWitness() {
  const seen = new Map<string, Checkpoint>();
  return async (text: string) => {
    try {
      const accepted = await judgeRequest(text, { logs, seen: (name) => seen.get(name) });
      seen.set(origin, accepted.checkpoint);
      return 200;
    } catch (error) {
      const { status, size } = error as Refusal;
      return size === undefined ? status : [status, size];
    }
  };
}

describe("a witness", () => {
  it("answers what another one answers to the same log", async () => {
    const ask = createWitness();
    expect(await ask(`old 0\n\n${one}`)).toBe(200);
    const wrong = threeSigned.replace("x6go=", "x6gx=");
    expect(await ask(oneToThree + checkpoint(3, threeRoot, wrong))).not.toBe(200);
    const unknown = origin.replace(/2$/, "3");
    expect(await ask(oneToThree + checkpoint(3, threeRoot, threeSigned, unknown))).toBe(404);
    expect(await ask(`old 1\n\n${three}`)).toBe(422);
    expect(await ask(`old 1\n${line("KgE")}${line("KgI", "BA")}\n${three}`)).toBe(422);
    expect(await ask(oneToThree + three)).toBe(200);
    expect(await ask(oneToFive + five)).toEqual([409, 3]);
    expect(await ask(threeToFive + five)).toBe(200);
    expect(await ask(`old 0\n\n${five}`)).toEqual([409, 5]);
    expect(await ask(`old 5\n\n${five}`)).toBe(200);
    // It never goes back.
    expect(await ask(oneToThree + three)).toEqual([409, 5]);
  });

  it("refuses what is not signed, not a checkpoint or not a request", async () => {
    const ask = createWitness();
    const signedByOther = one.replace("UgIom", "UgIon");
    expect(await ask(`old 0\n\n${signedByOther}`)).toBe(403);
    expect(await ask(`old 0\n\n${one.replace("\n1\n", "\n2\n")}`)).toBe(403);
    expect(await ask(`old 0\n\n${origin}\n1\n${one.split("\n\n")[1]}`)).toBe(400);
    expect(await ask(`old 0\n${line("KgE")}\n${one}`)).toBe(422);
    expect(await ask(`old 2\n\n${one}`)).toBe(400);
    for (const text of ["", "old 0", `old 00\n\n${one}`, `new 0\n\n${one}`, `old 0\nx\n\n${one}`]) {
      expect(await ask(text)).toBe(400);
    }
    expect(await ask(`old 0\n${line("KgE").repeat(64)}\n${one}`)).toBe(400);
    expect(await ask(one)).toBe(400);
  });

  it("is sent what it reads", () => {
    const { oldSize, proof, checkpoint: note } = parseRequest(threeToFive + five);
    expect(oldSize).toBe(3);
    expect(proof.map(toHex)[2]).toBe(
      toHex(fromBase64("wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=")),
    );
    expect(note).toBe(five);
    expect(writeRequest({ oldSize, proof, checkpoint: note })).toBe(threeToFive + five);
    expect(writeRequest({ oldSize: 0, proof: [], checkpoint: one })).toBe(`old 0\n\n${one}`);
  });

  it("tells its size in one form", () => {
    expect(parseSize("5\n")).toBe(5);
    for (const text of ["5", "05\n", "-1\n", "five\n", ""]) expect(() => parseSize(text)).toThrow();
  });
});
