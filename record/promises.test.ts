import { describe, expect, it } from "vitest";
import { ours, theirs } from "../server/testing/test-receipt.ts";
import {
  fromSignature,
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
