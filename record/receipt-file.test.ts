import { expect, it } from "vitest";
import { commitmentOf } from "./entries.ts";
import { makePromises, type VotePromise } from "./promises.ts";
import {
  inGroups,
  type KeptReceipt,
  parseFragment,
  parseReceipt,
  parseReceiptFile,
  parseSurveyId,
  toFragment,
  writeReceiptFile,
} from "./receipt-file.ts";

const surveyId = "0b2f6c0e-8f0b-4b8e-9a6e-0f1d2c3b4a59";
const origin = `example.org:8080/record/${surveyId}`;
const receipt = "00112233445566778899aabbccddeeff";
const bound = { nonce: "ffeeddccbbaa99887766554433221100", textHash: "cd".repeat(32) };
const commitment = commitmentOf(surveyId, receipt, "no", bound);
const [lone] = makePromises(
  [{ origin, commitment, by: "2026-01-01T13:00:00.000Z" }],
  (head, name) => `${head}\n— ${name} ${"a+/b".repeat(22)}abc=\n`,
);
const kept: KeptReceipt = {
  surveyId,
  title: "Is “this” kept?",
  language: "en",
  receipt,
  choice: "no",
  ...bound,
  origin,
  promise: lone as VotePromise,
  checkpoint: null,
  keys: [`${"A".repeat(43)}=`],
};
const text = writeReceiptFile(kept, "https://example.org/checkReceipt");
const changed = (part: object) => JSON.stringify({ ...JSON.parse(text), ...part });

it("is read as it was written, and says what it is to whoever opens it", () => {
  expect(parseReceiptFile(text)).toEqual(kept);
  expect(text).toContain("Check it at https://example.org/checkReceipt");
});

it.each([
  "",
  "null",
  "[]",
  "{}",
  text.slice(0, -5),
  changed({ receipt: "12" }),
  changed({ keys: ["abc"] }),
  changed({ keys: null }),
  changed({ choice: "perhaps" }),
  changed({ survey: `${surveyId}0` }),
  changed({ checkpoint: 1 }),
  changed({ format: "survey-receipt/v1" }),
  changed({ language: 7 }),
  changed({ nonce: "" }),
  changed({ textHash: "" }),
  changed({ promise: { ...lone, path: ["zz"] } }),
])("is not read when it is damaged, case %#", (damaged) => {
  expect(parseReceiptFile(damaged)).toBeNull();
});

it("is told by an address, except for checkpoint and keys", () => {
  const { title, language, checkpoint, keys, ...short } = kept;
  const fragment = toFragment(kept);
  expect(parseFragment(fragment)).toEqual(short);
  // A QR code with so many characters still has squares of almost a millimetre.
  expect(fragment.length).toBeLessThan(450);
  // The path of a promise among others would make the code too dense.
  const batched = { ...kept, promise: { ...kept.promise, index: 1, path: ["ab".repeat(32)] } };
  const { origin: _, promise, ...known } = short;
  expect(parseFragment(toFragment(batched))).toEqual(known);
  expect(parseFragment(`survey=${surveyId}`)).toEqual({ surveyId, receipt: "" });
  expect(parseFragment("survey=nothing")).toBeNull();
});

it("is read as people type it", () => {
  expect(inGroups(receipt)).toBe("0011 2233 4455 6677 8899 aabb ccdd eeff");
  expect(parseReceipt(` ${inGroups(receipt).toUpperCase()}\n`)).toBe(receipt);
  expect(parseReceipt(receipt.slice(1))).toBeNull();
  expect(parseSurveyId(`https://example.org/surveyPage/${surveyId.toUpperCase()}?x`)).toBe(
    surveyId,
  );
  expect(parseSurveyId("https://example.org/")).toBeNull();
});
