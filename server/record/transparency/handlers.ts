import type { transparencyRoutes } from "../../../contract/transparency.ts";
import type { Database } from "../../database/connect.ts";
import { eachPage } from "../../database/keyset.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { Transparency } from "./cache.ts";
import { listOpenResults } from "./open-data-queries.ts";
import { headOf } from "./rules.ts";

type OpenResult = Awaited<ReturnType<typeof listOpenResults>>["items"][number];

interface Deps {
  db: Database;
  licence: Transparency["licence"];
  transparency: { read(): Promise<Transparency> };
}

export function transparencyHandlers(deps: Deps): Handlers<typeof transparencyRoutes> {
  const { db, licence, transparency } = deps;

  function toRow({ id, created_at, checkpoint, ...survey }: OpenResult) {
    return {
      ...survey,
      ...headOf(checkpoint),
      surveyId: id,
      opensAt: survey.opensAt ?? "",
      closesAt: survey.closesAt ?? "",
      licence,
    };
  }

  return {
    readTransparency: () => transparency.read(),
    downloadResults: () =>
      eachPage(async (page) => {
        const { items, next } = await listOpenResults(db, page);
        return { items: items.map(toRow), next };
      }),
  };
}
