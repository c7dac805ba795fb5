import { readFileSync } from "node:fs";
import { pages, prefixOf } from "../../contract/pages.ts";
import { languages } from "../../words/generated/languages.ts";
import { newPerson, successMessage } from "../people.ts";
import { expect, test } from "../site.ts";
import { newPublishedSurvey } from "../staff.ts";

for (const [language, { name }] of Object.entries(languages)) {
  test(`in ${name}, somebody registers, votes, gets a receipt and logs out`, async ({ page }) => {
    // As a file: the compiled words bring React's types along.
    const words = JSON.parse(
      readFileSync(new URL(`../../words/${language}.json`, import.meta.url), "utf8"),
    );
    const { fields, register, nav, alerts } = words.specified;
    const survey = await newPublishedSurvey();
    const person = newPerson();
    const main = page.getByRole("main");
    const button = (label: string) => page.getByRole("button", { name: label, exact: true });

    await page.goto(prefixOf(language) + pages.register);
    for (const [label, text] of [
      [fields.name, person.name],
      [fields.photoUrl, person.photo],
      [fields.email, person.email],
      [fields.password, person.password],
    ]) {
      await main.getByLabel(label, { exact: true }).fill(text);
    }
    await button(register).click();
    await expect(page.getByRole("banner")).toContainText(person.name);

    await page.goto(`${prefixOf(language)}${pages.surveys}/${survey.id}`);
    await main.getByRole("radio", { name: words.common.votes.yes, exact: true }).check();
    await button(words.votes.send).click();
    await expect(successMessage(page, alerts.voted)).toBeAttached();
    await expect(main.getByText(/([0-9a-f]{4} ){7}[0-9a-f]{4}/)).toBeVisible();
    await expect(main.getByRole("link", { name: words.receipts.checkIt })).toBeVisible();

    await page.getByRole("banner").getByRole("button", { name: nav.logout }).click();
    await expect(page).toHaveURL(prefixOf(language) || pages.home);
    await expect(
      page.getByRole("banner").getByRole("link", { name: nav.loginOrRegister }),
    ).toBeVisible();
  });
}
