import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { expect, test } from "../site.ts";
import { demoCaller, findUser, newSurveyor, newUser } from "../staff.ts";

test("who is no longer a surveyor reads it, and keeps what they wrote", async ({
  page,
  expectComplaint,
}) => {
  const surveyor = await newSurveyor(page);
  await page.goto(pages.createSurvey);
  await page.getByLabel("Title").fill("Too late");
  await page.getByLabel("Description").fill("Written while the role was taken away.");
  await page.getByLabel("Category").selectOption("politics");
  await page.getByLabel("Question").fill("Is it too late?");
  await setRole(surveyor.email, "user");
  // Of the survey, and of the draft that is saved beside it.
  expectComplaint(/status of 403.*(survey|drafts)/);
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "You are no longer a surveyor. What you wrote is kept here.",
  );
  await expect(page.getByLabel("Title")).toHaveValue("Too late");
});

test("who became a surveyor while the pro page was open reads why they can't buy", async ({
  page,
  expectComplaint,
}) => {
  const { email } = await newUser(page);
  let role: Promise<void> | undefined;
  // The role changes after the page has read it, and before it prepares the payment.
  await page.route("**/create-payment-intent", async (route) => {
    role ??= setRole(email, "surveyor");
    await role;
    await route.continue();
  });
  expectComplaint(/status of 409.*create-payment-intent/);
  await page.goto(pages.becomePro);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "The pro tier is for normal users",
  );
  await expect(page.getByRole("main")).toContainText("You are a surveyor");
});

async function setRole(email: string, role: "user" | "surveyor"): Promise<void> {
  const admin = await demoCaller("admin");
  const { _id: id } = await findUser(admin, email);
  await admin.call(routes.changeRole, { params: { id }, body: { role } });
}
