import type { Page } from "@playwright/test";
import { narrow } from "./accessible.ts";
import { expect } from "./site.ts";

/** As wide as a small phone, and so high that parts are loaded which wait until they are seen. */
export const tall = { width: narrow.width, height: 8_000 };

/** Opens a page and waits until it shows everything. */
export async function openSettled(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".skeleton").or(page.getByRole("progressbar"))).toHaveCount(0);
}
