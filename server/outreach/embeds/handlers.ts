import { frameCode } from "../../../contract/embed-code.ts";
import type { embedRoutes } from "../../../contract/embeds.ts";
import { textIn } from "../../../contract/text-in.ts";
import type { Language } from "../../../words/generated/languages.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { SharePicture } from "../../http/page-description.ts";
import { ProblemError } from "../../http/problems.ts";
import type { Config } from "../../process/config.ts";
import { type EmbeddedSurvey, exists, findEmbedded } from "./queries.ts";
import { frameSize, surveyAt } from "./rules.ts";

interface Deps {
  db: Database;
  brand: { read(): Promise<{ name: string }> };
  config: Pick<Config, "embed">;
  siteUrls: string[];
  siteUrl: string;
  /** What links to a survey are shown with; null if there is no picture of it. */
  pictureFor(survey: EmbeddedSurvey, page: Language): Promise<SharePicture | null>;
}

// A day: the code has the survey's title and its address, and both stay.
const CACHE_SECONDS = 86_400;

export function embedHandlers(deps: Deps): Handlers<typeof embedRoutes> {
  const { db, brand, config, siteUrls, siteUrl, pictureFor } = deps;
  return {
    async readOembed({ query }) {
      if (query.format !== "json") throw new ProblemError("format_not_offered");
      const asked = config.embed ? surveyAt(query.url, siteUrls) : null;
      if (!asked) throw new ProblemError("not_found");
      const survey = await findEmbedded(db, asked.id);
      if (!survey) {
        // The words of oEmbed: whoever asks shows a link instead.
        throw new ProblemError((await exists(db, asked.id)) ? "unauthenticated" : "not_found");
      }
      const { name } = await brand.read();
      const size = frameSize(query);
      const picture = await pictureFor(survey, asked.language);
      const { title } = textIn(survey, asked.language);
      return {
        version: "1.0",
        type: "rich",
        title,
        // Who asked is for those who may answer, as on the survey's page: the site speaks for itself.
        author_name: name,
        author_url: siteUrl,
        provider_name: name,
        provider_url: siteUrl,
        cache_age: CACHE_SECONDS,
        ...(picture && {
          thumbnail_url: picture.address,
          thumbnail_width: picture.width,
          thumbnail_height: picture.height,
        }),
        html: frameCode({ siteUrl, survey: { ...survey, title }, ...asked }, size),
        ...size,
      };
    },
  };
}
