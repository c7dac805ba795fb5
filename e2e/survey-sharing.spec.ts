import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, siteUrl, test } from "./site.ts";
import { findSurvey, openAsNewPerson } from "./surveys.ts";

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
  const unknown = await htmlOf(page, "00000000-0000-4000-8000-000000000000");
  expect(unknown).toContain("<title>Survey Website</title>");
  expect(unknown).not.toContain("og:");
});

/** Requests the page as link previews do: they accept anything. */
async function htmlOf(page: Page, id: string): Promise<string> {
  const answer = await page.request.get(`/surveyPage/${id}`, { headers: { accept: "*/*" } });
  return answer.text();
}
