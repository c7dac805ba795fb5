import type { Page } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { expect, siteUrl, test } from "../site.ts";
import { findSurvey, openAsNewPerson } from "../surveys.ts";

test("the link is shared by copying it, or as a QR code", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const survey = await findSurvey(page, "A postal ballot in every letterbox");
  await openAsNewPerson(page, survey);
  const address = `${siteUrl}/results/${survey._id}`;
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Link copied" })).toBeAttached();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(address);

  await page.getByRole("button", { name: "QR code" }).click();
  const dialog = page.getByRole("dialog", { name: "Scan to open this survey" });
  await expect(dialog.getByRole("img", { name: "QR code" })).toBeVisible();
  await expect(dialog).toContainText(address);
  await expectAccessible(page, "QR code");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("survey-qr-code.svg");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "QR code" })).toBeFocused();
});

test("a survey is printed as a poster, on one sheet", async ({ page }) => {
  const survey = await findSurvey(page, "A postal ballot in every letterbox");
  await openAsNewPerson(page, survey);
  await page.getByRole("link", { name: "Poster" }).click();
  const poster = page.getByRole("article");
  await expect(poster.getByRole("heading", { name: survey.title })).toBeVisible();
  await expect(poster.getByRole("img", { name: "QR code" })).toBeVisible();
  await expect(poster).toContainText(`${siteUrl}/results/${survey._id}`);
  await expect(poster).toContainText("As of");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Poster" })).toBeHidden();
  await expect(page.getByRole("banner")).toBeHidden();
  const margin = { top: "1cm", bottom: "1cm" };
  const pdf = await page.pdf({ format: "A4", margin });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(`/results/${survey._id}`);
});

test("where there is a share sheet, it is opened", async ({ page }) => {
  await page.addInitScript("navigator.share = async (what) => { shared = what; }");
  const survey = await findSurvey(page, "A postal ballot in every letterbox");
  await openAsNewPerson(page, survey);
  await page.getByRole("button", { name: "Share" }).click();
  expect(await page.evaluate("shared")).toEqual({
    title: survey.title,
    url: `${siteUrl}/results/${survey._id}`,
  });
});

test("the page that is sent describes a published survey, and no other", async ({ page }) => {
  const survey = await findSurvey(page, "Public spending that anyone can look up");
  const sent = await htmlOf(page, survey._id);
  expect(sent).toContain(`<title>${survey.title} · Survey Website</title>`);
  for (const [name, content] of Object.entries({
    description: survey.description,
    "og:title": survey.title,
    "og:description": survey.description,
    "og:url": `${siteUrl}/results/${survey._id}`,
  })) {
    expect(sent).toMatch(new RegExp(`<meta (name|property)="${name}" content="${content}">`));
  }
  const [, picture = ""] = /"og:image" content="([^"]+)"/.exec(sent) ?? [];
  expect(picture).toContain(`${siteUrl}/share/${survey._id}-`);
  const shown = await page.request.get(picture);
  expect(shown.headers()["content-type"]).toBe("image/png");
  const unknown = await htmlOf(page, "00000000-0000-4000-8000-000000000000");
  expect(unknown).toContain("<title>Survey Website</title>");
  expect(unknown).not.toContain("og:");
});

/** Requests the page as link previews do: they accept anything. */
async function htmlOf(page: Page, id: string): Promise<string> {
  const answer = await page.request.get(`/surveyPage/${id}`, { headers: { accept: "*/*" } });
  return answer.text();
}
