import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { type PictureUse, pictureUses } from "../../contract/brand.ts";
import { PICTURE_KB } from "../../contract/brand-limits.ts";
import { DEFAULT_SITE_NAME } from "../../contract/site.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/connect.ts";
import { withRetry } from "../database/retry.ts";
import { createShortMemory } from "../database/short-memory.ts";
import { type BrandRow, findBrand, findPicture } from "./queries.ts";
import {
  brandAddress,
  bubbleFile,
  bubbleOf,
  checkPicture,
  maskableOf,
  themeFile,
} from "./rules.ts";

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
      const set = withoutNulls((await withRetry(() => findBrand(db))) ?? {});
      last = toBrand({ ...settings, ...set });
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
      const found = memory.read("brand");
      if (!(found instanceof Promise)) return found;
      return Promise.race([found.catch(() => last), delay(PAGE_MS, null, { ref: false })]).then(
        (brand) => brand ?? last,
      );
    },
    file,
    /** After a change, for whoever made it. */
    forget: () => {
      memory.forget();
      pictures.forget();
    },
  };
}

function drawn(svg: string | null): Picture | null {
  return svg === null ? null : { type: SVG, bytes: Buffer.from(svg) };
}

function withoutNulls<Row extends object>(row: Row): Partial<Row> {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  ) as Partial<Row>;
}

function toBrand(row: BrandRow): Brand {
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
