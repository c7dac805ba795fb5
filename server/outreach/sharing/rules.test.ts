import { describe, expect, it } from "vitest";
import type { Language } from "../../../words/generated/languages.ts";
import {
  describePicture,
  type Look,
  languageOf,
  type Pictured,
  parseFile,
  pictureOf,
  picturePath,
  versionOf,
} from "./rules.ts";

const survey: Pictured = {
  _id: "0b6f3f0e-6f4b-4c4e-9d36-0d8f5a1f7c11",
  title: "Free buses",
  description: "For everybody",
  question: "Should buses be free?",
  language: "en",
  translations: [],
  phase: "open",
  resultsMode: "always",
  ballot: "named",
  counting: null,
  results: { yes: 2, no: 1 },
  votes: 3,
  setAside: { count: 0, reasons: [] },
};
const hidden: Pictured = { ...survey, results: null, resultsMode: "voted" };
const look: Look = { name: "Our polls", colour: "#c8102e", mark: null, icon: "/brand/i.svg" };
const show = (given: Pictured, page: Language = "en") =>
  pictureOf(given, languageOf(given, page), look, (text) => text);

function versionFor(given: Pictured) {
  const picture = show(given);
  if (!picture) throw new Error("there is no picture");
  return versionOf(given, picture);
}

describe("a survey's picture", () => {
  it("shows a result that everybody may see", () => {
    expect(show(survey)).toEqual({
      language: "en",
      site: { name: "Our polls", colour: "#c8102e", mark: "/brand/i.svg" },
      title: "Free buses",
      question: "Should buses be free?",
      phase: "Open",
      votes: "3 votes",
      result: {
        yes: { votes: 2, word: "Yes", share: "67%" },
        no: { votes: 1, word: "No", share: "33%" },
      },
      invitation: null,
    });
  });

  it.each([
    ["voted", "open", "Vote to see"],
    ["closed", "open", "Result when it closes"],
    ["voted", "upcoming", null],
  ] as const)(
    "invites to see one that is hidden by '%s' while it is %s",
    (resultsMode, phase, said) => {
      const picture = show({ ...hidden, resultsMode, phase });
      expect(picture).toMatchObject({ result: null, invitation: said, question: survey.question });
    },
  );

  it("has no bar and no invitation while nobody has voted", () => {
    const empty = show({ ...survey, votes: 0, results: { yes: 0, no: 0 } });
    expect(empty).toMatchObject({ votes: "No votes yet", result: null, invitation: null });
  });

  it("speaks the survey's language, and English if it knows none", () => {
    expect(show({ ...survey, language: "es" })?.phase).toBe("Abierta");
    expect(show({ ...survey, language: "tlh" })?.phase).toBe("Open");
  });

  it("speaks the page's language, text and all, if the survey is translated into it", () => {
    const arabic = {
      language: "ar",
      title: "حافلات مجانية",
      description: "-",
      question: "هل تكون مجانية؟",
    };
    const translated = { ...survey, translations: [arabic] };
    const { title, question } = arabic;
    expect(show(translated, "ar")).toMatchObject({ language: "ar", title, question });
    expect(describePicture(translated, "ar")).toContain(title);
    expect(show(translated, "fr")).toEqual(show(survey));
  });

  it("says a question once that is the title too", () => {
    expect(show({ ...survey, question: survey.title })?.question).toBeNull();
  });

  it("is not there for a text that can't be written", () => {
    const write = (known: string) =>
      pictureOf(survey, "en", look, (text) => (text === known ? text : null));
    expect(write(survey.title)).toBeNull();
    expect(write(survey.question)).toBeNull();
    const nameless = pictureOf(survey, "en", look, (text) => (text === look.name ? null : text));
    expect(nameless?.site.name).toBeNull();
  });
});

describe("a version", () => {
  it("changes with what is shown, and with nothing else", () => {
    const { hash, order } = versionFor(survey);
    expect(versionFor({ ...survey, _id: hidden._id.replace("0b", "1b") }).hash).toBe(hash);
    for (const change of [
      { title: "Free trams" },
      { votes: 4, results: { yes: 3, no: 1 } },
      { phase: "closed" } as const,
      { language: "fr" },
    ]) {
      expect(versionFor({ ...survey, ...change }).hash).not.toBe(hash);
    }
    expect(order).toBe(3);
  });

  it("goes on counting when votes are set aside", () => {
    const later = { ...survey, votes: 1, setAside: { count: 3, reasons: [] } };
    expect(versionFor(later).order).toBeGreaterThan(versionFor(survey).order);
  });

  it("is read from the name of its file", () => {
    const version = versionFor(survey);
    const name = picturePath(version).replace("/share/", "");
    expect(parseFile(name)).toEqual(version);
    for (const wrong of [
      name.replace(".png", ".jpg"),
      name.replace(/-\d+-/, "-x-"),
      name.slice(1),
      `${name}.png`,
      name.replaceAll("-", ""),
      "",
    ]) {
      expect(parseFile(wrong)).toBeNull();
    }
  });
});
