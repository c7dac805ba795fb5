import type { APIResponse, Page } from "@playwright/test";
import { expectNoBarriers } from "./barriers.ts";
import { testWith } from "./other-site.ts";
import { demo, expectSignedIn, tellIdentity, tokenHeaders } from "./people.ts";
import { expect } from "./site.ts";
import { findSurvey, openSurvey } from "./surveys.ts";

// The common server lifts its limits, because all tests come from one address.
const test = testWith(async () => ({ LIMIT_FACTOR: "1", ATTEMPTS_PER_ADDRESS: "1000" }));
test.describe.configure({ mode: "default" });

const waitAndTryAgain =
  /That was a lot in a short time\. Please try again in (a|an|\d+) (second|minute|hour)s?\./;

test("whoever sends too many messages is told how long to wait, and keeps the text", async ({
  page,
  expectComplaint,
}) => {
  const letter = { name: "Ada", email: "ada@example.test", message: "Where is the pro tier?" };
  await untilRefused(() => page.request.post("/contactMessage", { data: letter }));
  expectComplaint(/status of 429.*contactMessage/);
  await page.goto("/contact");
  await page.getByLabel("Name").fill(letter.name);
  await page.getByLabel("Email").fill(letter.email);
  await page.getByLabel("Message").fill(letter.message);
  await page.getByRole("button", { name: "Send message" }).click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Your message is not sent yet");
  await expect(alert).toContainText(waitAndTryAgain);
  await expect(page.getByLabel("Message")).toHaveValue(letter.message);
  await expectNoBarriers(page, "too many messages");
});

test("so is whoever comments or likes too often", async ({ page, otherSite, expectComplaint }) => {
  const headers = await signInAs(page, demo.pro, otherSite.url);
  const survey = await findSurvey(page, "A quiet hour in the supermarket");
  await openSurvey(page, survey);
  await expectSignedIn(page, demo.pro.name);

  await untilRefused(() =>
    // Too long to be taken, so that nothing is left behind; a try counts all the same.
    page.request.put(`/survey/details/${survey._id}`, {
      headers,
      data: { comment: "x".repeat(5000) },
    }),
  );
  expectComplaint(/status of 429.*survey\/details/);
  await page.getByLabel("Your comment").fill("One more thing");
  await page.getByRole("button", { name: "Add comment" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(waitAndTryAgain);
  await expect(page.getByLabel("Your comment")).toHaveValue("One more thing");

  await untilRefused(() => page.request.delete(`/reaction/${survey._id}`, { headers }));
  expectComplaint(/status of 429.*like/);
  await page.getByRole("button", { name: "Like", exact: false }).first().click();
  await expect(page.getByRole("main")).toContainText(
    new RegExp(`That was not saved\\. ${waitAndTryAgain.source}`),
  );
  await expectNoBarriers(page, "too many likes");
});

async function signInAs(page: Page, person: typeof demo.pro, site: string) {
  const { email, password } = person;
  await tellIdentity(page, "/sign-in/email", { email, password }, site);
  return tokenHeaders(page, email);
}

async function untilRefused(call: () => Promise<APIResponse>): Promise<void> {
  // More than any of these limits lets through.
  for (let calls = 0; calls < 100; calls += 1) {
    if ((await call()).status() === 429) return;
  }
  throw new Error("nothing was refused");
}
