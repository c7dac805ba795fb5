import { z } from "zod";
import { brandColours } from "./brand-colours.ts";
import {
  OPERATOR_ADDRESS_MAX,
  OPERATOR_NAME_MAX,
  PICTURE_KB,
  SITE_NAME_MAX,
} from "./brand-limits.ts";
import type { FieldCode } from "./field-codes.ts";
import { emailAddress, text } from "./fields.ts";
import { route } from "./route.ts";

const BASE64_MAX = ((PICTURE_KB * 1024) / 3) * 4;

/** One line: it stands in subjects of mails and in titles. */
export const siteName = text(1, SITE_NAME_MAX).regex(/^[^\r\n\t]*$/);

export const brandColour = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { abort: true })
  .refine((colour) => brandColours(colour) !== null, "colour.grey" satisfies FieldCode);

/** The mark stands beside the name; the icon in the browser's tab and on a phone's home screen. */
export const pictureUses = ["mark", "icon"] as const;
export type PictureUse = (typeof pictureUses)[number];

/** Null where the site's settings decide. */
const brandTexts = z.object({
  name: siteName.nullable(),
  colour: brandColour.nullable(),
  operatorName: text(1, OPERATOR_NAME_MAX).nullable(),
  operatorAddress: text(1, OPERATOR_ADDRESS_MAX).nullable(),
  operatorEmail: emailAddress.nullable(),
});

const colours = z.object({
  primary: z.string(),
  contrast: z.number(),
  corrected: z.enum(["darker", "lighter"]).nullable(),
});
/** Addresses on this site. */
const pictures = { mark: z.string().nullable(), icon: z.string().nullable() };
const texts = {
  name: z.string().nullable(),
  colour: z.string().nullable(),
  operatorName: z.string().nullable(),
  operatorAddress: z.string().nullable(),
  operatorEmail: z.string().nullable(),
};

export const brandRoutes = {
  readBrand: route({
    method: "GET",
    path: "/siteBrand",
    access: "brand:manage",
    summary: "The site's name, mark, colour and operator, as admins and as settings have them",
    reply: z.object({
      /** What admins have set. */
      set: z.object({ ...texts, ...pictures }),
      /** What holds without that. */
      settings: z.object({ ...texts, ...pictures }),
      /** The colour as each theme uses it; null for the theme's own. */
      colours: z.object({ light: colours, dark: colours }).nullable(),
    }),
  }),
  changeBrand: route({
    method: "PUT",
    path: "/siteBrand",
    access: "brand:manage",
    fresh: true,
    summary: "Name the site and its operator, and give it a colour; null is what settings say",
    body: brandTexts,
    reply: z.object({ matchedCount: z.int() }),
  }),
  changeBrandPicture: route({
    method: "PUT",
    path: "/siteBrand/picture",
    access: "brand:manage",
    fresh: true,
    summary: "Give the site a mark or an icon of its own, a PNG or SVG in base64; null removes it",
    body: z.object({
      use: z.enum(pictureUses),
      picture: z.base64().min(1).max(BASE64_MAX).nullable(),
    }),
    reply: z.object({ matchedCount: z.int() }),
  }),
};
