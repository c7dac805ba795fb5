import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible } from "../accessible.ts";
import { testWith } from "../other-site.ts";
import { callAs, callerOn, demo, signIn } from "../people.ts";
import { expect } from "../site.ts";

// The shared server has no limits, because all tests call from one address. The tested limits have
// a long window, so that it does not end on a slow machine.
const test = testWith(async () => ({ LIMIT_FACTOR: "1", ATTEMPTS_PER_ADDRESS: "1000" }));
test.describe.configure({ mode: "default" });

const waitAndTryAgain =
  /That was a lot in a short time\. Please try again in (a|an|\d+) (second|minute|hour)s?\./;

test("whoever sends too many messages is told how long to wait, and keeps the text", async ({
  page,
  otherSite,
  expectComplaint,
}) => {
  const letter = { name: "Ada", email: "ada@example.test", message: "Where is the pro tier?" };
  const visitor = callerOn(page, { site: otherSite.url });
  await untilRefused(() => visitor.status(routes.sendMessage, { body: letter }));
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
  await expectAccessible(page, "too many messages");
});

test("so is whoever downloads too often", async ({ page, otherSite, expectComplaint }) => {
  await signIn(page, demo.admin, otherSite.url);
  const admin = await callAs(page, demo.admin, otherSite.url);
  await untilRefused(() => admin.status(routes.exportUsers, { query: { format: "json" } }));
  expectComplaint(/status of 429.*users\/export/);
  await page.goto(pages.manageUsers);
  await page.getByRole("button", { name: "Download all users as CSV" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(waitAndTryAgain);
  await expectAccessible(page, "too many downloads");
});

async function untilRefused(call: () => Promise<number>): Promise<void> {
  // More than either limit allows.
  for (let calls = 0; calls < 20; calls += 1) {
    if ((await call()) === 429) return;
  }
  throw new Error("nothing was refused");
}
