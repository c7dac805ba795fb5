import type { Page, Response } from "@playwright/test";
import { HtmlValidate } from "html-validate";
import { expect } from "./site.ts";

// What the HTML standard demands; matters of taste are the formatter's.
const validator = new HtmlValidate({ extends: ["html-validate:standard"] });

/** Checks the page as the server has sent it, and as the browser has made it. */
export async function expectValidHtml(page: Page, sent: Response | null, address: string) {
  await expectValid((await sent?.text()) ?? "", `${address} as sent`);
  await expectValid(await page.content(), `${address} as shown`);
}

async function expectValid(html: string, state: string): Promise<void> {
  const { results } = await validator.validateString(html);
  const problems = results.flatMap(({ messages }) => messages);
  const found = problems.map(({ message, selector }) => `${message}: ${selector}`);
  expect.soft(found, state).toEqual([]);
}
