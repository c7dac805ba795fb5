import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  commitmentOf,
  type Entry,
  hashSurveyText,
  parseEntry,
  parseTranslations,
  toText,
  writeTranslations,
} from "./entries.ts";

const surveyId = "0b2f6c0e-8f0b-4b8e-9a6e-0f1d2c3b4a59";
const receipt = "00112233445566778899aabbccddeeff";
const hash = "ab".repeat(32);

const entries: [string, Entry][] = [
  [`vote ${hash}\n`, { kind: "vote", commitment: hash }],
  ["version 2\n", { kind: "version" }],
  [`text ${hash}\n`, { kind: "text", hash }],
  ["closed 2026-11-16\n", { kind: "closed", date: "2026-11-16" }],
  [
    'set-aside {"places":[1,2],"reason":"Bots\\n\\"made\\" them","date":"2026-11-16"}\n',
    { kind: "set-aside", places: [1, 2], reason: 'Bots\n"made" them', date: "2026-11-16" },
  ],
  [
    'restored {"places":[2],"reason":"","date":"2026-11-16"}\n',
    { kind: "restored", places: [2], reason: "", date: "2026-11-16" },
  ],
];

it.each(entries)("writes and reads %j", (text, entry) => {
  expect(toText(entry)).toBe(text);
  expect(parseEntry(text)).toEqual(entry);
});

it.each([
  "",
  "vote\n",
  `vote ${hash}`,
  `vote ${hash}\n\n`,
  `vote ${hash.toUpperCase()}\n`,
  `vote ${hash} \n`,
  "closed yesterday\n",
  "version 1\n",
  "version 2 \n",
  `text ${hash.slice(1)}\n`,
  'set-aside {"places":[-1],"reason":"","date":"2026-11-16"}\n',
  'set-aside {"places": [1],"reason":"","date":"2026-11-16"}\n',
  'set-aside {"more":1,"places":[1],"reason":"","date":"2026-11-16"}\n',
  "set-aside null\n",
  `Other ${hash}\n`,
  ` other ${hash}\n`,
])("refuses %j", (text) => {
  expect(() => parseEntry(text)).toThrow();
});

it("binds a vote to its text and to random bits of the voter's own", () => {
  const bound = { nonce: "ff".repeat(16), textHash: hash };
  const bytes = `survey-record/v2 vote\n${surveyId}\n${hash}\n${receipt}\n${bound.nonce}\nyes\n`;
  const expected = createHash("sha256").update(bytes).digest("hex");
  expect(commitmentOf(surveyId, receipt, "yes", bound)).toBe(expected);
});

const german = { language: "de", title: "ä", description: "", question: "Q" };
const chinese = { language: "zh", title: "1:a,", description: "\ufeff中文\n", question: "🙂" };
const original = { title: "a", description: "b", question: "c" };

it("hashes a text without translations as it always did", () => {
  const asked = { title: "Trees", description: "More of them", question: "Plant them?" };
  const hashed = "fe36760876008db8582273c8f066ac683f69802109cf8af5226f96cf8e0a5088";
  expect(hashSurveyText(asked)).toBe(hashed);
  expect(hashSurveyText({ ...asked, translations: [] })).toBe(hashed);
  // A whole survey, as the site sends it, which also says the original's language.
  const survey = { ...asked, language: "es", votes: 7 };
  expect(hashSurveyText(survey)).toBe(hashed);
});

it("hashes a text in all its languages, in whichever order they are given", () => {
  const bytes = "survey-record/v2 text\n3:und,1:a,1:b,1:c,2:de,2:ä,0:,1:Q,";
  const expected = createHash("sha256")
    .update(`${bytes}2:zh,4:1:a,,10:\ufeff中文\n,4:🙂,`)
    .digest("hex");
  expect(hashSurveyText({ ...original, translations: [german, chinese] })).toBe(expected);
  expect(hashSurveyText({ ...original, translations: [chinese, german] })).toBe(expected);
});

it("hashes the example of the document as it says", () => {
  const [asked, arabic] = [
    { title: "Trees", description: "More of them", question: "Plant them?" },
    { language: "ar", title: "أشجار", description: "المزيد منها", question: "هل نزرعها؟" },
  ];
  const document = readFileSync("docs/public-record.md", "utf8");
  expect(document).toContain(`\`${hashSurveyText(asked)}\``);
  expect(document).toContain(`\`${hashSurveyText({ ...asked, translations: [arabic] })}\``);
});

it("has another hash for each word of a translation, and for its language", () => {
  const hashes = [
    [german],
    [{ ...german, title: "" }],
    [{ ...german, description: "b" }],
    [{ ...german, question: "Not Q" }],
    [{ ...german, language: "fr" }],
    [german, chinese],
    [],
  ].map((translations) => hashSurveyText({ ...original, translations }));
  expect(new Set(hashes).size).toBe(hashes.length);
});

it("reads translations as they were written", () => {
  expect(parseTranslations("")).toEqual([]);
  expect(parseTranslations(writeTranslations([chinese, german]))).toEqual([german, chinese]);
});

it.each(["x", "1:a", "1:a,2", ":,:,:,:,x"])("ends with translations that are none: %j", (given) => {
  try {
    expect(parseTranslations(given)).toEqual([]);
  } catch (error) {
    expect(String(error)).toContain("no translations");
  }
});
