import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { type PictureUse, pictureUses, type SiteTexts } from "../../../contract/brand.ts";
import { PICTURE_KB } from "../../../contract/brand-limits.ts";
import type { FaqItem, Testimonial } from "../../../contract/first-view.ts";
import { PRO_PRICE } from "../../../contract/payments.ts";
import { DEFAULT_SITE_NAME } from "../../../contract/site.ts";
import { type Language, languageIds } from "../../../words/generated/languages.ts";
import type { Database } from "../../database/connect.ts";
import { withRetry } from "../../database/retry.ts";
import { createShortMemory } from "../../database/short-memory.ts";
import type { Config } from "../../process/config.ts";
import { knownLanguage, words } from "../../process/words.ts";
import { type BrandRow, findBrand, findPicture } from "./queries.ts";
import {
  brandAddress,
  bubbleFile,
  bubbleOf,
  checkPicture,
  maskableOf,
  themeFile,
  withPlaces,
} from "./rules.ts";
import { findFooters, findTexts } from "./text-queries.ts";

// One small query a second at most, and only while somebody asks. Admins who change the name see
// it everywhere within it, on every server.
const MAX_AGE_MS = 1_000;
// A page is sent with what was known before rather than late, for example while the database is frozen.
const PAGE_MS = 250;
// Pages of a second ago may still ask for the pictures before.
const PICTURES_KEPT = 4;
const PICTURES_MS = 60_000;

const SVG = "image/svg+xml";
const types = { svg: SVG, png: "image/png" } as const;
const pictureFile = /^[0-9a-f]{16}(?:-\d+x\d+)?\.(svg|png)$/;

interface Picture {
  type: string;
  bytes: Buffer;
}

export interface Brand {
  name: string;
  colour: string | null;
  operator: { name: string | null; address: string | null; email: string | null };
  /** Addresses on this site; null for what is built in. */
  mark: string | null;
  icon: string | null;
  theme: string | null;
  /** The footer's lines, where admins have set them. */
  footers: Partial<Record<Language, Pick<SiteTexts, "motto" | "copyright">>>;
}

export type BrandReader = ReturnType<typeof createBrandReader>;

interface Deps {
  db: Database;
  config: Pick<Config, "dataDir" | "siteName" | "siteColour" | "operator">;
  log: Pick<FastifyBaseLogger, "error">;
}

/**
 * How the site calls itself and looks: what admins have set, then the settings and the files of
 * `DATA_DIR/brand`, then the specified words. Whatever says the site's name asks here.
 */
export function createBrandReader({ db, config, log }: Deps) {
  const files = readFiles(path.join(config.dataDir, "brand"), log);
  const settings: BrandRow = {
    name: config.siteName ?? DEFAULT_SITE_NAME,
    colour: config.siteColour ?? null,
    operator_name: config.operator.name,
    operator_address: config.operator.address,
    operator_email: config.operator.email,
    mark_file: files.mark?.file ?? null,
    icon_file: files.icon?.file ?? null,
  };
  let last = toBrand(settings);
  const memory = createShortMemory({
    load: async (_: "brand") => {
      const [row, footers] = await withRetry(() => Promise.all([findBrand(db), findFooters(db)]));
      last = toBrand({ ...settings, ...withoutNulls(row ?? {}) }, footers);
      return last;
    },
    maxAgeMs: MAX_AGE_MS,
    maxItems: 1,
  });
  const pictures = createShortMemory({
    load: (file: string) => findPicture(db, file),
    maxAgeMs: PICTURES_MS,
    maxItems: PICTURES_KEPT,
  });

  /** A picture by its name below `/brand/`: one of the site's own, or one that is drawn by its name. */
  async function file(name: string): Promise<Picture | null> {
    const [, colour] = /^bubble-([0-9a-f]{6})\.svg$/.exec(name) ?? [];
    if (colour) return drawn(bubbleOf(`#${colour}`));
    const [, masked] = /^maskable-((?:bubble-|[0-9a-f]{16}).+)\.svg$/.exec(name) ?? [];
    if (masked) {
      const picture = await file(masked);
      return picture && drawn(maskableOf(picture.bytes, picture.type));
    }
    const [, kind] = pictureFile.exec(name) ?? [];
    if (!kind) return null;
    const own = pictureUses.find((use) => files[use]?.file === name);
    const bytes = (own && files[own]?.bytes) ?? (await pictures.read(name));
    return bytes && { type: types[kind as keyof typeof types], bytes };
  }

  return {
    /** What holds if admins have set nothing. */
    settings,
    /** Never fails: without the database it is what was known last. */
    async read(): Promise<Brand> {
      return orLast(memory.read("brand"), () => last);
    },
    file,
    /** After a change, before it is answered: who made it must not be shown what was known before. */
    async renew() {
      memory.forget();
      pictures.forget();
      await memory.read("brand");
    },
  };
}

/** What is being read, unless that fails or a page would wait for it: then what was known before. */
async function orLast<Value>(found: Value | Promise<Value>, last: () => Value): Promise<Value> {
  if (!(found instanceof Promise)) return found;
  const late = delay(PAGE_MS, null, { ref: false });
  return (await Promise.race([found.catch(() => null), late])) ?? last();
}

interface TextDeps {
  db: Database;
  /** What people say where admins have written nothing: the demo's people. */
  testimonials: (language: Language) => Testimonial[];
}

export type TextReader = ReturnType<typeof createTextReader>;

/** What the landing page says: what admins have written in its language, else what is built in. */
export function createTextReader({ db, testimonials }: TextDeps) {
  const last = new Map<Language, SiteTexts | "none">();
  const memory = createShortMemory({
    load: async (language: Language) => {
      const found = (await withRetry(() => findTexts(db, language))) ?? "none";
      last.set(language, found);
      return found;
    },
    maxAgeMs: MAX_AGE_MS,
    maxItems: languageIds.length,
  });

  async function setIn(language: Language): Promise<SiteTexts | null> {
    const found = await orLast(memory.read(language), () => last.get(language) ?? "none");
    return found === "none" ? null : found;
  }

  /** In another language, they are shown in English until somebody translates them. */
  async function said(language: Language): Promise<Testimonial[] | null> {
    const found = (await setIn(language))?.testimonials;
    if (found) return found.map((each) => ({ ...each, language }));
    return language === "en" ? null : said("en");
  }

  return {
    /** Never fails, as `read` of the brand. */
    async read(language: Language): Promise<{ faq: FaqItem[]; testimonials: Testimonial[] }> {
      const faq = (await setIn(language))?.faq;
      return {
        faq: faq ? withPlaces(faq) : builtInFaq(language),
        testimonials: (await said(language)) ?? testimonials(language),
      };
    },
    /** What holds if admins have set nothing in this language. */
    async builtIn(language: Language) {
      const before = language === "en" ? null : await said("en");
      return {
        faq: builtInFaq(language),
        testimonials: before ?? testimonials(language),
      };
    },
    forget: memory.forget,
  };
}

function builtInFaq(language: Language): FaqItem[] {
  return Object.entries(words[language].pages.faq).map(([id, { question, answer }]) => ({
    id,
    question,
    answer: typeof answer === "string" ? answer : answer({ price: PRO_PRICE }),
  }));
}

function drawn(svg: string | null): Picture | null {
  return svg === null ? null : { type: SVG, bytes: Buffer.from(svg) };
}

function withoutNulls<Row extends object>(row: Row): Partial<Row> {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  ) as Partial<Row>;
}

function toBrand(row: BrandRow, footers: Awaited<ReturnType<typeof findFooters>> = []): Brand {
  const { name, colour } = row;
  return {
    name: name ?? DEFAULT_SITE_NAME,
    colour,
    operator: {
      name: row.operator_name,
      address: row.operator_address,
      email: row.operator_email,
    },
    mark: brandAddress(row.mark_file),
    icon: brandAddress(row.icon_file ?? row.mark_file ?? (colour && bubbleFile(colour))),
    theme: brandAddress(colour && themeFile(colour)),
    footers: Object.fromEntries(
      footers
        .filter((each) => knownLanguage(each.language) && (each.motto ?? each.copyright))
        .map(({ language, motto, copyright }) => [language, { motto, copyright }]),
    ),
  };
}

type Files = Partial<Record<PictureUse, { file: string; bytes: Buffer }>>;

/** `mark.svg`, `mark.png`, `icon.svg` and `icon.png`. One that can't be served is left out. */
function readFiles(folder: string, log: Deps["log"]): Files {
  const found: Files = {};
  for (const use of pictureUses) {
    for (const name of [`${use}.svg`, `${use}.png`]) {
      const bytes = readIfThere(path.join(folder, name));
      if (!bytes) continue;
      const checked =
        bytes.length > PICTURE_KB * 1024 ? { refused: "too_large" } : checkPicture(bytes);
      if ("file" in checked) found[use] = { file: checked.file, bytes };
      else
        log.error({ file: name, refused: checked.refused }, "a picture of the brand is not used");
    }
  }
  return found;
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
