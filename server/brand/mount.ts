import type { FastifyInstance, FastifyReply } from "fastify";
import { makeSiteFile, sendSiteFile } from "../http/files.ts";
import { ProblemError } from "../http/problems.ts";
import type { BrandReader } from "./cache.ts";
import { bubbleOf, maskableOf, themeFile, themeOf } from "./rules.ts";

// A name that contains a hash of its content, or the colour that it is made of.
const FOR_EVER = "public, max-age=31536000, immutable";
const SVG = "image/svg+xml";
const types = { svg: SVG, png: "image/png" } as const;
const pictureFile = /^[0-9a-f]{16}(?:-\d+x\d+)?\.(svg|png)$/;

/** Serves what a site looks like. `http/headers.ts` sees to it that no picture can do harm. */
export function mountBrand(app: FastifyInstance, { brand }: { brand: BrandReader }): void {
  app.get<{ Params: { file: string } }>("/brand/:file", async ({ params: { file } }, reply) => {
    if (file.startsWith("theme-")) return sendTheme(reply, file);
    const found = await find(file);
    if (!found) throw new ProblemError("not_found");
    return reply.header("cache-control", FOR_EVER).type(found.type).send(found.bytes);
  });

  async function find(file: string): Promise<{ type: string; bytes: Buffer | string } | null> {
    const [, colour] = /^bubble-([0-9a-f]{6})\.svg$/.exec(file) ?? [];
    if (colour) return drawn(bubbleOf(`#${colour}`));
    const [, masked] = /^maskable-((?:bubble-|[0-9a-f]{16}).+)\.svg$/.exec(file) ?? [];
    if (masked) {
      const picture = await find(masked);
      return picture && drawn(maskableOf(Buffer.from(picture.bytes), picture.type));
    }
    const [, kind] = pictureFile.exec(file) ?? [];
    const bytes = kind ? await brand.picture(file) : null;
    return bytes && { type: types[kind as keyof typeof types], bytes };
  }

  /** A page of a moment ago may name the one before: it gets the newest. */
  async function sendTheme(reply: FastifyReply, file: string) {
    const { colour } = await brand.read();
    if (!colour) throw new ProblemError("not_found");
    const sent = await makeSiteFile("text/css; charset=utf-8", themeOf(colour));
    if (file === themeFile(colour)) sent.headers["cache-control"] = FOR_EVER;
    return sendSiteFile(reply, sent);
  }
}

function drawn(svg: string | null) {
  return svg === null ? null : { type: SVG, bytes: svg };
}
