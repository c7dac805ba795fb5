import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { pageNames } from "../../contract/pages.ts";
import { DEFAULT_SITE_NAME } from "../../contract/site.ts";
import { languages } from "../../words/generated/languages.ts";
import { expectAccessibleAsItIs } from "../accessible.ts";
import { testWith } from "../other-site.ts";
import { demo, signIn } from "../people.ts";
import { openSettled, tall } from "../settled.ts";
import { expect } from "../site.ts";
import { findSurvey } from "../surveys.ts";
import { pathOf, SURVEY, type Visit, visits } from "../visits.ts";

// Every page of a site whose English is the pseudo-language (`words/pseudo.mjs`): what stands outside
// of its brackets, or in them without accents, is in no catalogue.

const root = path.resolve(import.meta.dirname, "../..");

const test = testWith(
  async () => ({}),
  async () => {
    // Playwright's own setting would build what developers see.
    const env = { ...process.env, NODE_ENV: "production" };
    await promisify(execFile)(process.execPath, ["scripts/build-pseudo.mjs"], { cwd: root, env });
    return path.join(root, ".cache/pseudo");
  },
);
test.describe.configure({ mode: "default" });
test.use({ viewport: tall });

// As a file: the compiled words bring React's types along.
const catalogue = JSON.parse(readFileSync(path.join(root, "words/en.json"), "utf8"));

const people: Visit["who"][] = ["visitor", "user", "pro", "surveyor", "admin"];

for (const who of people) {
  test(`all that is shown to ${who} is in the catalogue`, async ({ page, otherSite: { url } }) => {
    // It opens many pages.
    test.slow();
    if (who !== "visitor") await signIn(page, demo[who], url);
    const { _id: id } = await findSurvey(page, SURVEY, url);
    for (const name of pageNames) {
      const visit = visits[name].find((one) => one.who === who);
      if (!visit) continue;
      const address = pathOf(name, visit, id);
      await openSettled(page, url + address);
      expect.soft(await page.evaluate(findEnglish), `words of ${address}`).toEqual([]);
      if (who !== "visitor" && who !== "user") continue;
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect.soft(width, `${address} scrolls sideways`).toBe(tall.width);
      // Brackets make a button's words no part of its longer name.
      await expectAccessibleAsItIs(page, address, { hasBrackets: true });
    }
  });
}

/** Names that are the same in every language. */
const names = [
  DEFAULT_SITE_NAME,
  ...Object.values(languages).map(({ name }) => name),
  "CSV",
  "JSON",
  "https://",
];

/** What a parameter must not be: a code, a message in plain English, or nothing. */
const wrongParameters = [...textsOf(catalogue), "undefined", "null", "NaN"];

function textsOf(messages: object): string[] {
  return Object.entries(messages).flatMap(([code, entry]) =>
    typeof entry === "string" ? [code, entry] : [code, ...textsOf(entry)],
  );
}

/** Reads each element's own text, without that of its children, and its labels. */
const findEnglish = `(() => {
  const names = ${JSON.stringify(names)};
  const wrong = new Set(${JSON.stringify(wrongParameters)});
  // What people wrote, and codes.
  const others = "body bdi, body [dir=auto], body [dir=ltr], body [lang]";
  const labels = ["aria-label", "aria-roledescription", "aria-valuetext", "alt", "title", "placeholder", "label"];
  const found = new Set();
  function check(given) {
    const text = names.reduce((rest, name) => rest.replaceAll(name, ""), given).trim();
    let outside = text;
    for (let before = ""; before !== outside; ) {
      before = outside;
      outside = outside.replace(/⟦[^⟦⟧]*⟧/g, "");
    }
    // Greek is what Intl writes here, and what is within brackets without accents is a parameter.
    const isOutside = /[^\\P{L}\\p{Script=Greek}]/u.test(outside);
    const parameters = text.match(/[A-Za-z][\\w .,'-]*/g) ?? [];
    if (isOutside || parameters.some((one) => wrong.has(one.trim()))) found.add(text);
  }
  // A survey's page is called as the survey, which stands in its heading too.
  check(document.title.replace(document.querySelector("h1[dir=auto], h1 bdi")?.innerText, ""));
  for (const element of document.body.querySelectorAll("*")) {
    const shown = element.closest("select") ?? element;
    const isShown = shown.checkVisibility() || element.closest("details:not([open])");
    if (!isShown || element.closest(others)) continue;
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    check(own.map((node) => node.data).join(""));
    for (const label of labels) check(element.getAttribute(label) ?? "");
  }
  return [...found];
})()`;
