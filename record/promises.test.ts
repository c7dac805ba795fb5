import { describe, expect, it } from "vitest";
import { ours, theirs } from "../server/testing/test-receipt.ts";
import {
  dueAt,
  fromSignature,
  isSoon,
  lookAgainAt,
  lookAt,
  makePromises,
  openPromise,
  PROMISES_NAME,
  parsePromise,
  signatureOf,
} from "./promises.ts";

const promised = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    origin: `example.org/record/${n}`,
    commitment: `${n}`.padStart(64, "0"),
    by: n % 2 ? "closing" : "2026-01-01T13:00:00.000Z",
  }));
const keys = [ours.key.publicKey];

describe("promises with one signature", () => {
  it.each([1, 2, 3, 7, 8, 100])("are each opened alone, of %i", async (count) => {
    const given = promised(count);
    const promises = makePromises(given, ours.sign);
    expect(new Set(promises.map(({ note }) => note)).size).toBe(1);
    for (const [index, promise] of promises.entries()) {
      expect(await openPromise(promise, keys)).toEqual(given[index]);
    }
  });

  it("are refused with another text, place, path, note or key", async () => {
    const [first, second, third] = makePromises(promised(3), ours.sign);
    if (!first || !second || !third) throw new Error("No promises");
    const [alone] = makePromises(promised(1), (text) => ours.sign(text, "example.org/record/0"));
    const wrong = [
      { ...first, text: first.text.replace("2026", "2027") },
      { ...first, text: second.text },
      { ...first, index: 1 },
      { ...first, index: -1 },
      { ...first, index: 0.5 },
      { ...first, index: 3 },
      { ...first, path: [] },
      { ...first, path: [...first.path, ...first.path] },
      { ...first, path: ["zz"] },
      { ...first, note: first.note.replace("\n3\n", "\n2\n") },
      // Signed under the name of a record.
      { ...first, ...alone },
    ];
    for (const promise of wrong) await expect(openPromise(promise, keys)).rejects.toThrow();
    await expect(openPromise(first, [theirs.key.publicKey])).rejects.toThrow("Not signed");
    expect(first.note).toContain(`— ${PROMISES_NAME} `);
    expect(() => parsePromise(`${first.text}more\n`)).toThrow("Not a promise");
  });

  it("are told by their signature if they were made alone", () => {
    const [lone] = makePromises(promised(1), ours.sign);
    const [batched] = makePromises(promised(2), ours.sign);
    if (!lone || !batched) throw new Error("No promises");
    const signature = signatureOf(lone) ?? "";
    expect(fromSignature(parsePromise(lone.text), signature)).toEqual(lone);
    expect(signatureOf(batched)).toBeNull();
  });
});

const now = new Date("2026-11-17T12:00:00Z");

describe("a promise", () => {
  it("is for the next hour, or for the closing of a survey whose result is hidden", () => {
    const named = { resultsMode: "always", ballot: "named" } as const;
    const secret = { resultsMode: "closed", ballot: "secret" } as const;
    const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
    expect(isSoon(inMinutes(60), named, now)).toBe(true);
    expect(isSoon(inMinutes(71), named, now)).toBe(false);
    expect(isSoon(inMinutes(25 * 60), secret, now)).toBe(true);
    expect(isSoon(inMinutes(25 * 60 + 11), secret, now)).toBe(false);
    expect(isSoon("soon", named, now)).toBe(false);
    expect(isSoon("closing", secret, now)).toBe(true);
    expect(isSoon("closing", named, now)).toBe(false);
  });

  it("for the closing falls due an hour after it, and never if there is none", () => {
    expect(dueAt("closing", "2026-11-20T12:00:00.000Z")).toBe("2026-11-20T13:00:00.000Z");
    expect(dueAt("closing", null)).toBeNull();
  });

  it("is looked at ten minutes after it fell due, and every day if that is not known", () => {
    expect(lookAt("2026-11-17T13:00:00.000Z", now)).toBe("2026-11-17T13:10:00.000Z");
    expect(lookAt(null, now)).toBe("2026-11-18T12:00:00.000Z");
  });

  it("that was kept is looked at again when the survey closes, until its record has ended", () => {
    const closes = "2026-11-20T12:00:00.000Z";
    expect(lookAgainAt(closes, false, now)).toBe("2026-11-20T13:10:00.000Z");
    expect(lookAgainAt(closes, true, now)).toBeNull();
    expect(lookAgainAt(null, false, now)).toBe("2026-11-24T12:00:00.000Z");
    expect(lookAgainAt("2026-11-01T12:00:00.000Z", false, now)).toBe("2026-11-24T12:00:00.000Z");
  });
});
