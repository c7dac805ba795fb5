import { beforeAll, describe, expect, it } from "vitest";
import { languageIds } from "../../../words/generated/languages.ts";
import { openPainter, type Painter } from "./draw.ts";
import type { SurveyPicture } from "./survey-picture.ts";

let painter: Painter;

beforeAll(async () => {
  painter = await openPainter();
});

const picture: SurveyPicture = {
  language: "en",
  site: { name: "Survey Website", mark: null, colour: null },
  title: "Free buses and trams",
  question: "Should they be free?",
  phase: "Open",
  votes: "3 votes",
  result: {
    yes: { votes: 2, word: "Yes", share: "67%" },
    no: { votes: 1, word: "No", share: "33%" },
  },
  invitation: null,
};

describe("a painter", () => {
  it.each(languageIds)("draws in %s, the same again", async (language) => {
    const [once, again] = await Promise.all([
      painter.draw({ ...picture, language }),
      painter.draw({ ...picture, language }),
    ]);
    expect(once.subarray(1, 4).toString()).toBe("PNG");
    expect(once.equals(again)).toBe(true);
  });

  it.each([
    ["Arabic", "حافلات مجانية للجميع"],
    ["Chinese", "全市公交免费"],
    ["Hindi", "सबके लिए मुफ़्त बसें"],
    ["Russian", "Бесплатные автобусы"],
    ["Japanese", "バスを無料にするべきか"],
  ])("writes %s letters", async (_, title) => {
    expect(painter.legible(title)).toBe(title);
    // Letters that a font lacks all look the same.
    const drawn = await painter.draw({ ...picture, title });
    const otherwise = await painter.draw({ ...picture, title: [...title].reverse().join("") });
    expect(drawn.equals(otherwise)).toBe(false);
  });

  it("leaves out emoji, and says if it lacks letters", () => {
    expect(painter.legible("Free 🚌 buses?\n😀")).toBe("Free buses?");
    expect(painter.legible("รถเมล์ฟรี")).toBeNull();
    expect(painter.legible("😀")).toBeNull();
  });

  it("shows each part of what it is told", async () => {
    const all = await painter.draw(picture);
    for (const change of [
      { title: "Other" },
      { question: null },
      { phase: "Closed" },
      { votes: "4 votes" },
      { site: { ...picture.site, name: "Polls" } },
      { site: { ...picture.site, name: null } },
      { result: null },
      { language: "ar" as const },
    ]) {
      expect((await painter.draw({ ...picture, ...change })).equals(all)).toBe(false);
    }
  });
});
