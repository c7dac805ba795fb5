import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { projectRoot } from "../../process/project-root.ts";

/** The number of level 1 and 2 requirements in each chapter of ASVS 5.0, from V1 to V17. */
const requirements = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

interface Row {
  number: string;
  status: string;
  shownBy: string;
}

let page: string;
let rows: Row[];

beforeAll(async () => {
  page = await readFile(path.join(projectRoot, "docs/security.md"), "utf8");
  rows = page.split("\n### ").flatMap((part) => {
    const [heading = "", ...lines] = part.split("\n");
    return lines
      .filter((line) => /^\| \d/.test(line))
      .flatMap((line) => {
        const cells = line.split("|");
        const [numbers = "", shownBy = ""] = [cells[1], cells.at(-2)];
        // What does not apply for one reason is one line.
        const status = heading.toLowerCase();
        return numbers.split(",").map((number) => ({ number: number.trim(), status, shownBy }));
      });
  });
});

/** Files and titles in the form: `some.test.ts` "title", or "beginning of a long title…". */
const evidenceIn = (text: string) =>
  Array.from(text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)` "([^"]+)"/g), ([, file, title]) => ({
    file: file ?? "",
    title: title ?? "",
  }));

it("has every requirement of levels 1 and 2 once", () => {
  const numbers = rows.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  const perChapter = requirements.map(
    (_, chapter) => numbers.filter((number) => number.startsWith(`${chapter + 1}.`)).length,
  );
  expect(perChapter).toEqual(requirements);
});

it("counts nothing as met without a test, and gives a reason for all else", () => {
  for (const { number, status, shownBy } of rows) {
    if (status === "met") expect(evidenceIn(shownBy), number).not.toEqual([]);
    else {
      expect(["not met", "does not apply"], number).toContain(status);
      expect(shownBy.trim().length, number).toBeGreaterThan(4);
    }
  }
});

it("says truly how many are met", () => {
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  expect(page).toContain(
    `${rows.length} in all: ${count("met")} met, ${count("not met")} not met, ${count("does not apply")} do not apply.`,
  );
});

it("names only tests that exist", async () => {
  for (const { file, title } of evidenceIn(page)) {
    const whole = path.join(projectRoot, file);
    expect(existsSync(whole), file).toBe(true);
    // Titles are quoted as in the code.
    const code = (await readFile(whole, "utf8")).replaceAll('\\"', '"');
    const isWhole = !title.endsWith("…");
    const text = isWhole ? title : title.slice(0, -1);
    const quoted = isWhole ? [`"${text}"`, `\`${text}\``] : [`"${text}`, `\`${text}`];
    const found = quoted.reduce((sum, each) => sum + code.split(each).length - 1, 0);
    // A beginning has to tell which test is meant.
    const most = isWhole ? Number.POSITIVE_INFINITY : 1;
    expect(found > 0 && found <= most, `${file}: ${title}`).toBe(true);
  }
});

it("links only to files that exist", () => {
  const links = Array.from(
    page.matchAll(/\]\((?!http)([^)#]+)(?:#[\w-]+)?\)/g),
    ([, to]) => to ?? "",
  );
  expect(links.length).toBeGreaterThan(10);
  for (const to of links) expect(existsSync(path.join(projectRoot, "docs", to)), to).toBe(true);
});
