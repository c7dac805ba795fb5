import type { Reply } from "../../../contract/route.ts";
import type { routes } from "../../../contract/routes.ts";
import { queryClient } from "../../lib/query-client.ts";
import { settingsQuery } from "../../lib/settings.ts";

export type SiteBrand = Reply<typeof routes.readBrand>;

/** Shows what was changed on the page that is open. Every other one has it from its next load on. */
export async function showBrand(): Promise<void> {
  const { brand } = await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 });
  document.head.querySelector('link[href^="/brand/theme-"]')?.remove();
  if (!brand.theme) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = brand.theme;
  document.head.append(link);
}
