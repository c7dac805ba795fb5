import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../contract/routes.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { askedPage, chosenLanguage, preferredLanguage } from "./words.ts";

describe("the language that a caller likes best", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["es", "es"],
    ["ES-mx", "es"],
    ["pt, fr;q=0.8, en;q=0.5", "fr"],
    ["en;q=0.3, ar;q=0.9, hi;q=0.4", "ar"],
    ["zh-Hant-TW;q=0.9", "zh"],
    ["fr;q=0, *", "en"],
    ["fr;q=x, es;q=0.1", "es"],
    ["constructor, __proto__", "en"],
    [`${"xx, ".repeat(5_000)}es`, "en"],
  ])("of %s is %s", (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});

describe("a problem", () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await createTestApp();
  });

  it("is told in the caller's language, and its codes stay", async () => {
    const english = await site.visitor.refused(routes.readOverview);
    expect(english).toMatchObject({ title: "Please log in", code: "unauthenticated" });
    const headers = { "accept-language": "es-MX, en;q=0.5" };
    const answer = await site.visitor.answer(routes.readOverview, { headers });
    expect(answer.headers["content-language"]).toBe("es");
    const spanish = JSON.parse(answer.text);
    expect(spanish).toMatchObject({ type: english.type, code: english.code, status: 401 });
    expect(spanish.title).toMatch(/sesión/);
  });

  it("says what is wrong with a field in that language too", async () => {
    const { errors } = await site.visitor.refused(routes.sendMessage, {
      headers: { "accept-language": "fr" },
      body: { name: "", email: "nobody", message: "x".repeat(30) },
    });
    const email = errors?.find(({ field }) => field === "email");
    expect(email).toMatchObject({ code: "email", message: expect.stringMatching(/adresse/) });
  });
});

describe("the language of a page", () => {
  it.each([
    ["/surveyPage", { language: "en", path: "/surveyPage" }],
    ["/es/surveyPage", { language: "es", path: "/surveyPage" }],
    ["/es", { language: "es", path: "/" }],
    ["/en", { language: "en", path: "/en" }],
  ])("at %s is known", (address, asked) => {
    expect(askedPage(address)).toEqual(asked);
  });

  it.each([
    [undefined, undefined],
    ["a=b; language=ar; c=d", "ar"],
    ["language=en", "en"],
    ["mylanguage=ar", undefined],
    ["language=xx", undefined],
  ])("is chosen by the cookies %s", (cookies, language) => {
    expect(chosenLanguage(cookies)).toBe(language);
  });
});
