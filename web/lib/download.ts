import * as t from "#words/common";
import type { Route } from "../../contract/route.ts";
import { ApiProblem, type Arguments, fetchRoute } from "./api.ts";

/** Fetched, because a plain link would not send the access token. */
export async function downloadRoute<R extends Route>(
  route: R,
  ...[input]: Arguments<R>
): Promise<void> {
  const response = await fetchRoute(route, input);
  const file = await response.blob().catch(() => {
    throw new ApiProblem("unavailable", { detail: t.downloadBroken });
  });
  saveFile(file, fileName(response) ?? route.download ?? "download");
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Parses `Content-Disposition: attachment; filename="users.csv"; filename*=UTF-8''users.csv`. */
function fileName(response: Response): string | undefined {
  const header = response.headers.get("content-disposition") ?? "";
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(header) ?? [];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(header)?.[1];
}
