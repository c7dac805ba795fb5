import { pages } from "../../contract/pages.ts";
import { expectAccessible, narrow } from "../accessible.ts";
import { demo, signIn } from "../people.ts";
import { type RunningSite, START_MS, startSite } from "../server.ts";
import { expect, test } from "../site.ts";

/** Its own site, because everybody sees what is changed here. */
let site: RunningSite;

test.beforeAll(async () => {
  test.setTimeout(START_MS);
  site = await startSite();
});

test.afterAll(() => site.stop());

test.beforeEach(async ({ page }) => {
  await page.setViewportSize(narrow);
  await signIn(page, demo.admin, site.url);
  await page.goto(site.url + pages.brand);
});

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>';

test("an admin names the site and gives it a colour and a mark, and takes it all back", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  const name = page.getByLabel("Name of the site");
  const colour = page.getByRole("textbox", { name: "Colour of buttons and links" });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const banner = page.getByRole("banner");

  await test.step("a grey is refused with the reason", async () => {
    await name.fill("Ask the town");
    await colour.fill("#808080");
    expectComplaint(/status of 422/);
    await save.click();
    await expect(page.getByText("This colour is nearly grey").first()).toBeVisible();
    await expect(colour).toHaveAttribute("aria-invalid", "true");
  });

  await test.step("a yellow is made darker where it could not be read", async () => {
    await colour.fill("#ffd400");
    const preview = page.getByRole("region", { name: "Preview" });
    await expect(preview).toContainText("Made darker, so that everybody can read it");
    await expect(preview).toContainText("Used as it is");
    await expectAccessible(page, "the brand's form");
    await save.click();
    await expect(page.getByText("Saved. The whole site has it now.")).toBeVisible();
    await expect(banner).toContainText("Ask the town");
    await expect(page).toHaveTitle("Brand · Ask the town");
  });

  await test.step("an SVG with a script is refused, a drawing is shown", async () => {
    const mark = page.getByLabel("Mark", { exact: true });
    const file = (content: string) => ({
      name: "mark.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(content),
    });
    await mark.setInputFiles(file("<svg><script/></svg>"));
    await expect(page.getByRole("alert").filter({ hasText: "more than a drawing" })).toBeVisible();
    await mark.setInputFiles(file(drawing));
    await expect(banner.locator("img[src^='/brand/']")).toBeVisible();
  });

  await test.step("everybody has it", async () => {
    const visitor = await newVisitor();
    await visitor.goto(`${site.url}/fr`);
    await expect(visitor).toHaveTitle("Ask the town");
    await expect(visitor.getByRole("contentinfo")).toContainText("2023 Ask the town");
    await expect(visitor.getByRole("banner").locator("img[src^='/brand/']")).toBeVisible();
    await expect(visitor.locator('link[rel="icon"]')).toHaveAttribute("href", /^\/brand\/.*\.svg$/);
    await expectAccessible(visitor, "another colour");
  });

  await test.step("and it goes again", async () => {
    await page.getByRole("button", { name: "Remove all of this" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(banner).toContainText("Survey Website");
    await expect(banner.locator("img[src^='/brand/']")).toHaveCount(0);
    await expect(name).toHaveValue("");
  });
});

test("an admin writes questions and testimonials in one language, in their order, by keyboard", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  const texts = page.getByRole("region", { name: "Landing page and footer" });
  const save = texts.getByRole("button", { name: "Save these words" });
  await texts.getByLabel("Language of these words").selectOption("Español");
  await texts.getByLabel("Line in the footer").fill("Preguntamos desde 2026");

  await test.step("the built-in questions are moved and removed", async () => {
    await texts.getByText(/^Questions and answers/).press("Enter");
    const questions = texts.getByRole("textbox", { name: "Question" });
    await expect(questions).toHaveCount(9);
    const [first = "", second = ""] = await Promise.all(
      [0, 1].map((index) => questions.nth(index).inputValue()),
    );
    await texts.getByRole("button", { name: "Move up" }).nth(1).press("Enter");
    await expect(questions.first()).toHaveValue(second);
    await expect(texts.getByRole("status").first()).toHaveText("Now in place 1 of 9");
    // The button that moves it up has nowhere to go any more.
    await expect(texts.getByRole("button", { name: "Move down" }).first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(questions.first()).toHaveValue(first);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    for (let left = 9; left > 1; left -= 1) {
      await texts.getByRole("button", { name: "Remove", exact: true }).last().press("Enter");
    }
    await expect(questions).toHaveCount(1);
    await expect(questions.first()).toHaveValue(second);
    await questions.first().fill("¿Es gratis?");
  });

  await test.step("a testimonial without a date is refused at its field", async () => {
    await texts.getByText(/^What people say/).press("Enter");
    for (let left = 6; left > 0; left -= 1) {
      await texts.getByRole("button", { name: "Remove", exact: true }).last().press("Enter");
    }
    await texts.getByRole("button", { name: "Add a testimonial" }).press("Enter");
    await expect(texts.getByLabel("Name")).toBeFocused();
    await texts.getByLabel("Name").fill("Ada Lovelace");
    await texts.getByLabel("What they say").fill("Por fin una pregunta clara.");
    expectComplaint(/status of 422/);
    await save.click();
    await expect(texts.getByLabel("Date")).toHaveAttribute("aria-invalid", "true");
    await texts.getByLabel("Date").fill("2026-03-18");
    await expectAccessible(page, "the form of the landing page's words");
    await save.click();
    await expect(page.getByText("Saved. The whole site has it now.")).toBeVisible();
  });

  await test.step("everybody reads it there, and nowhere else", async () => {
    const visitor = await newVisitor();
    await visitor.goto(`${site.url}/es`);
    await expect(visitor.locator("summary")).toHaveText(["¿Es gratis?"]);
    await expect(visitor.getByRole("figure").filter({ hasText: "Ada Lovelace" })).toContainText(
      "Por fin una pregunta clara.",
    );
    await expect(visitor.getByRole("contentinfo")).toContainText("Preguntamos desde 2026");
    await visitor.goto(`${site.url}/fr`);
    await expect(visitor.locator("summary")).toHaveCount(9);
    await expect(visitor.getByRole("contentinfo")).not.toContainText("2026");
  });

  await test.step("and it goes again", async () => {
    await texts.getByRole("button", { name: "Use the built-in words again" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(texts.getByText("Questions and answers (9)")).toBeVisible();
    await expect(texts.getByLabel("Line in the footer")).toHaveValue("");
  });
});
