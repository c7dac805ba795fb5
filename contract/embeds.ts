import { z } from "zod";
import { route } from "./route.ts";

/** The address of a survey and some parameters that other programs add to it. */
const ADDRESS_MAX = 500;

/** In pixels. Whatever is no such number is no limit. */
const most = z.coerce.number().int().min(1).optional().catch(undefined);

export const embedRoutes = {
  readOembed: route({
    method: "GET",
    path: "/oembed",
    access: "public",
    summary:
      "How other sites show a published survey, as oEmbed 1.0 asks for it: 401 if it is not published or may not be embedded, 501 for any format but JSON",
    price: { call: 3 },
    query: z.object({
      url: z.string().max(ADDRESS_MAX),
      format: z.string().max(20).default("json"),
      maxwidth: most,
      maxheight: most,
    }),
    problems: ["not_found", "unauthenticated", "format_not_offered"],
    reply: z.object({
      version: z.literal("1.0"),
      type: z.literal("rich"),
      title: z.string(),
      author_name: z.string(),
      author_url: z.string(),
      provider_name: z.string(),
      provider_url: z.string(),
      /** In seconds. */
      cache_age: z.int(),
      thumbnail_url: z.string().optional(),
      thumbnail_width: z.int().optional(),
      thumbnail_height: z.int().optional(),
      html: z.string(),
      width: z.int(),
      height: z.int(),
    }),
  }),
};
