import type { FastifyInstance } from "fastify";
import { pages, prefixOf } from "../../../contract/pages.ts";
import { pathParams } from "../../../contract/route.ts";
import { languageIds } from "../../../words/generated/languages.ts";
import type { Database } from "../../database/connect.ts";
import { createShortMemory } from "../../database/short-memory.ts";
import { makeSiteFile, sendSiteFile } from "../../http/files.ts";
import { buildInfo } from "../../process/build-info.ts";
import type { Config } from "../../process/config.ts";
import { writeFrame } from "./frame-page.ts";
import { findEmbedded } from "./queries.ts";
import { type AskedSurvey, readTheme } from "./rules.ts";

// As old as a list of surveys may be.
const MAX_AGE_MS = 1_000;
// More than are opened within a busy second. A frame and its compressed copies are some 7 kB.
const MAX_FRAMES = 1_000;

interface Deps {
  db: Database;
  brand: { read(): Promise<{ name: string; theme: string | null }> };
  config: Pick<Config, "embed" | "participation">;
  siteUrl: string;
}

/**
 * Surveys in frames of other sites. Not by the handler of all other pages, which reads a cookie: what
 * a frame shows depends on its address alone.
 */
export function mountFrames(app: FastifyInstance, { db, brand, config, siteUrl }: Deps): void {
  const frames = createShortMemory({
    load: async (asked: AskedSurvey) => {
      const isId = pathParams.id.safeParse(asked.id).success;
      const survey = config.embed && isId ? await findEmbedded(db, asked.id) : undefined;
      const { name, theme: colours } = await brand.read();
      const site = { siteName: name, siteUrl, colours, participation: config.participation };
      const html = writeFrame({ ...asked, ...site, survey, version: buildInfo.commit });
      return {
        found: survey !== undefined,
        file: await makeSiteFile("text/html; charset=utf-8", html),
      };
    },
    maxAgeMs: MAX_AGE_MS,
    maxItems: MAX_FRAMES,
  });

  for (const language of languageIds) {
    app.get<{ Params: { id: string }; Querystring: { theme?: unknown } }>(
      prefixOf(language) + pages.embed,
      { config: { forAnySite: true } },
      async ({ params, query }, reply) => {
        const asked = { id: params.id, language, theme: readTheme(query.theme) };
        const { found, file } = await frames.read(asked);
        return sendSiteFile(reply.code(found ? 200 : 404), file);
      },
    );
  }
}
