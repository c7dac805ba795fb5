import { expect, it } from "vitest";
import { promiseText } from "./checkpoint.ts";
import { commitmentOf } from "./entries.ts";
import { type BatchPromise, makePromises } from "./promises.ts";
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
const commitment = commitmentOf(surveyId, receipt, "no");
const promised = promiseText({ origin, commitment, by: "2026-01-01T13:00:00.000Z" });
const kept: KeptReceipt = {
  surveyId,
  title: "Is “this” kept?",
  language: "en",
  receipt,
  choice: "no",
  nonce: "",
  textHash: "",
  origin,
  promise: `${promised}\n— ${origin} ${"a+/b".repeat(22)}abc=\n`,
  checkpoint: null,
  keys: [`${"A".repeat(43)}=`],
};
const text = writeReceiptFile(kept, "https://example.org/checkReceipt");
const changed = (part: object) => JSON.stringify({ ...JSON.parse(text), ...part });

it("is read without the title's language, as older files are", () => {
  const { language, ...older } = kept;
  expect(parseReceiptFile(changed({ language: undefined }))).toEqual(older);
  expect(parseReceiptFile(changed({ language: 7 }))).toEqual(older);
});

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
  changed({ format: "survey-receipt/v2" }),
])("is not read when it is damaged, case %#", (damaged) => {
  expect(parseReceiptFile(damaged)).toBeNull();
});

it("is told by an address, except for checkpoint and keys", () => {
  const { title, language, checkpoint, keys, nonce, textHash, ...short } = kept;
  const fragment = toFragment(kept);
  expect(parseFragment(fragment)).toEqual(short);
  // A QR code with so many characters still has squares of a millimetre.
  expect(fragment.length).toBeLessThan(300);
  // A promise that the address can't tell is left out.
  const odd = { ...kept, promise: `${kept.promise}— other abc\n` };
  expect(parseFragment(toFragment(odd))).toEqual({ surveyId, receipt, choice: "no" });
  expect(parseFragment(`survey=${surveyId}`)).toEqual({ surveyId, receipt: "" });
  expect(parseFragment("survey=nothing")).toBeNull();
});

const bound = { nonce: "ffeeddccbbaa99887766554433221100", textHash: "cd".repeat(32) };
const [lone] = makePromises(
  [{ origin, commitment: commitmentOf(surveyId, receipt, "no", bound), by: "closing" }],
  (head, name) => `${head}\n— ${name} ${"a+/b".repeat(22)}abc=\n`,
);
const second = { ...kept, ...bound, promise: lone as BatchPromise };

it("is of version 2 with the promise of a batch, in a file and in an address", () => {
  const file = writeReceiptFile(second, "https://example.org/checkReceipt");
  expect(parseReceiptFile(file)).toEqual(second);
  const damaged = (part: object) =>
    parseReceiptFile(JSON.stringify({ ...JSON.parse(file), ...part }));
  expect(damaged({ format: "survey-receipt/v1" })).toBeNull();
  expect(damaged({ nonce: "" })).toBeNull();
  expect(damaged({ promise: { ...lone, path: ["zz"] } })).toBeNull();
  const { title, language, checkpoint, keys, ...short } = second;
  const fragment = toFragment(second);
  expect(parseFragment(fragment)).toEqual(short);
  // A QR code with so many characters still has squares of almost a millimetre.
  expect(fragment.length).toBeLessThan(430);
  // The path of a promise among others would make the code too dense.
  const batched = { ...second, promise: { ...second.promise, index: 1, path: ["ab".repeat(32)] } };
  const { origin: _, promise, ...known } = short;
  expect(parseFragment(toFragment(batched))).toEqual(known);
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
