import { z } from "zod";
import { brandColours } from "./brand-colours.ts";
import {
  ANSWER_MAX,
  FAQ_MAX,
  FEEDBACK_MAX,
  FOOTER_LINE_MAX,
  OPERATOR_ADDRESS_MAX,
  OPERATOR_NAME_MAX,
  PICTURE_KB,
  QUESTION_MAX,
  SITE_NAME_MAX,
  TESTIMONIALS_MAX,
} from "./brand-limits.ts";
import type { FieldCode } from "./field-codes.ts";
import { displayName, emailAddress, language, line, text } from "./fields.ts";
import { photoUrl } from "./photo-url.ts";
import { route } from "./route.ts";

const BASE64_MAX = ((PICTURE_KB * 1024) / 3) * 4;

/** It stands in subjects of mails and in titles. */
export const siteName = line(1, SITE_NAME_MAX);

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
  operatorName: line(1, OPERATOR_NAME_MAX).nullable(),
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

const footerLine = line(1, FOOTER_LINE_MAX);
const faqItem = z.object({
  /** Its place on the page, for links. A built-in question that was changed keeps it. */
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/)
    .optional(),
  question: line(1, QUESTION_MAX),
  answer: text(1, ANSWER_MAX),
});
const testimonial = z.object({
  name: displayName,
  feedback: text(1, FEEDBACK_MAX),
  date: z.iso.date(),
  image: photoUrl,
});

/** What pages say in one language. Null is what is built in. */
const siteTexts = z.object({
  motto: footerLine.nullable(),
  copyright: footerLine.nullable(),
  faq: z.array(faqItem).max(FAQ_MAX).nullable(),
  testimonials: z.array(testimonial).max(TESTIMONIALS_MAX).nullable(),
});
export type SiteTexts = z.output<typeof siteTexts>;

const inLanguage = z.object({ language: language.default("en") });
const shownFaq = z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() }));
const shownTestimonials = z.array(
  z.object({
    name: z.string(),
    feedback: z.string(),
    /** A day, such as 2026-03-18. */
    date: z.string(),
    image: z.string(),
    /** Which it is written in: English, if nobody has translated it. */
    language,
  }),
);

export const brandRoutes = {
  readFaq: route({
    method: "GET",
    path: "/faq.json",
    access: "public",
    summary: "The questions and answers of the landing page, in one language",
    // In memory, as the testimonials.
    price: { call: 0.6 },
    query: inLanguage,
    reply: shownFaq,
  }),
  readTestimonials: route({
    method: "GET",
    path: "/testimonial.json",
    access: "public",
    summary: "What people say about the site, in one language",
    price: { call: 0.6 },
    query: inLanguage,
    reply: shownTestimonials,
  }),
  readSiteTexts: route({
    method: "GET",
    path: "/siteBrand/texts",
    access: "brand:manage",
    summary: "The footer's lines, questions and testimonials in one language, as admins have them",
    query: inLanguage,
    reply: z.object({
      set: z.object({
        motto: z.string().nullable(),
        copyright: z.string().nullable(),
        faq: shownFaq.nullable(),
        testimonials: shownTestimonials.nullable(),
      }),
      /** What holds without that. */
      builtIn: z.object({
        motto: z.string(),
        copyright: z.string(),
        faq: shownFaq,
        testimonials: shownTestimonials,
      }),
    }),
  }),
  changeSiteTexts: route({
    method: "PUT",
    path: "/siteBrand/texts",
    access: "brand:manage",
    fresh: true,
    summary: "Change some of these in one language; null is what is built in",
    body: siteTexts.partial().extend({ language }),
    reply: z.object({ matchedCount: z.int() }),
  }),
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
    // With a process of its own, which draws it once.
    price: { call: 250 },
    body: z.object({
      use: z.enum(pictureUses),
      picture: z.base64().min(1).max(BASE64_MAX).nullable(),
    }),
    reply: z.object({ matchedCount: z.int() }),
  }),
};
