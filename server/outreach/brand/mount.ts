import type { FastifyInstance, FastifyReply } from "fastify";
import { makeSiteFile, sendSiteFile } from "../../http/files.ts";
import { ProblemError } from "../../http/problems.ts";
import type { BrandReader } from "./cache.ts";
import { themeFile, themeOf } from "./rules.ts";

// A name that contains a hash of its content, or the colour that it is made of.
const FOR_EVER = "public, max-age=31536000, immutable";

/** Serves what a site looks like. `http/headers.ts` sees to it that no picture can do harm. */
export function mountBrand(app: FastifyInstance, { brand }: { brand: BrandReader }): void {
  // Frames in other sites have the site's colours.
  const config = { forAnySite: true };
  app.get<{ Params: { file: string } }>("/brand/:file", { config }, async ({ params }, reply) => {
    const { file } = params;
    if (file.startsWith("theme-")) return sendTheme(reply, file);
    const found = await brand.file(file);
    if (!found) throw new ProblemError("not_found");
    return reply.header("cache-control", FOR_EVER).type(found.type).send(found.bytes);
  });

  /** A page of a moment ago may name the one before: it gets the newest. */
  async function sendTheme(reply: FastifyReply, file: string) {
    const { colour } = await brand.read();
    if (!colour) throw new ProblemError("not_found");
    const sent = await makeSiteFile("text/css; charset=utf-8", themeOf(colour));
    if (file === themeFile(colour)) sent.headers["cache-control"] = FOR_EVER;
    return sendSiteFile(reply, sent);
  }
}
