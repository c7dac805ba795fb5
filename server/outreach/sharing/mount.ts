import { availableParallelism } from "node:os";
import path from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Language } from "../../../words/generated/languages.ts";
import type { Database } from "../../database/connect.ts";
import { createShortMemory } from "../../database/short-memory.ts";
import { chargeAfter } from "../../http/charge-calls.ts";
import type { Budgets } from "../../http/limits/budgets.ts";
import { networksOf } from "../../http/limits/network.ts";
import { DRAWING_MS } from "../../http/limits/prices.ts";
import type { SharePicture } from "../../http/page-description.ts";
import { ProblemError } from "../../http/problems.ts";
import { findPublic } from "../../surveys/survey/queries.ts";
import { openPainter, type Painter } from "../pictures/draw.ts";
import { drawMark } from "../pictures/draw-mark.ts";
import { PICTURE_SIZE, type SurveyPicture } from "../pictures/survey-picture.ts";
import { createPictures, createVersions } from "./cache.ts";
import { type Look, type Pictured, parseFile, picturePath } from "./rules.ts";

// As pages: a survey that was taken down is gone a second later.
const SURVEY_AGE_MS = 1_000;
// More different surveys than are asked for in a busy second.
const MAX_SURVEYS = 500;
// As often as there may be a new version.
const SHORTLY = "public, max-age=60";
const FOR_EVER = "public, max-age=31536000, immutable";
// One core is left to everything else, as by the hashes of passwords. Two are enough for a hundred
// pictures in a second.
const AT_ONCE = Math.min(Math.max(availableParallelism() - 1, 1), 2);

// The present one, and those of pictures that still wait while it is changed.
const MARKS_KEPT = 4;
// A name stands for its content. It is drawn again only because a busy machine may have failed.
const MARK_MS = 3_600_000;

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  siteUrl: string;
  budgets: Budgets;
  brand: { read(): Promise<Look>; file(name: string): Promise<{ bytes: Buffer } | null> };
  open?: typeof openPainter;
}

interface Sharing {
  /** The picture that a link to this survey is shown with in a language; null if there is none. */
  pictureFor(survey: Pictured, page: Language): Promise<SharePicture | null>;
  /** For a change that must be visible at once: a survey that is published or taken down. */
  forget(): void;
}

/** Serves a picture of each published survey, with its result if everybody may see that. */
export async function mountSharing(app: FastifyInstance, deps: Deps): Promise<Sharing> {
  const { db, log, siteUrl, budgets, brand, open = openPainter } = deps;
  const painter = await open().catch((error: unknown) => {
    log.warn({ err: error }, "no share pictures: they can't be drawn on this machine");
    return null;
  });
  if (!painter) return { pictureFor: async () => null, forget: () => {} };

  const newestOf = createVersions(painter.legible);
  const readPicture = createPictures({ draw: withMark(painter, deps), atOnce: AT_ONCE });
  const surveys = createShortMemory({
    load: (id: string) => findPublic(db, id),
    maxAgeMs: SURVEY_AGE_MS,
    maxItems: MAX_SURVEYS,
  });

  const toAnySite = { config: { forAnySite: true } };
  app.get<{ Params: { file: string } }>("/share/:file", toAnySite, async (request, reply) => {
    const asked = parseFile(request.params.file);
    const survey = asked && (await surveys.read(asked.id));
    const newest = survey && newestOf(survey, asked.language, await brand.read());
    if (!asked || !newest) throw new ProblemError("not_found");
    const { version } = newest;
    // Another server may know a newer one than this. It is never sent back: the two could go on so
    // for ever.
    if (asked.hash !== version.hash && asked.order < version.order) {
      return reply.header("cache-control", SHORTLY).redirect(picturePath(version));
    }
    const [network] = networksOf(request.address).slice(-1);
    const { bytes, isNewest } = await readPicture(newest, {
      network: network?.name ?? "",
      pay: () => chargeAfter(budgets, request, DRAWING_MS),
    });
    const isAsked = isNewest && asked.hash === version.hash;
    return reply
      .type("image/png")
      .header("cache-control", isAsked ? FOR_EVER : SHORTLY)
      .send(bytes);
  });

  return {
    forget: surveys.forget,
    async pictureFor(survey, page) {
      const shown = newestOf(survey, page, await brand.read());
      return (
        shown && { address: siteUrl + picturePath(shown.version), alt: shown.alt, ...PICTURE_SIZE }
      );
    },
  };
}

/** Draws with the site's own mark, if it has one. One that can't be drawn is left out. */
function withMark({ draw }: Painter, { brand }: Pick<Deps, "brand">) {
  // Whoever asks for a picture pays for it alone, so its mark was drawn before.
  const marks = createShortMemory({
    load: async (name: string) => {
      const own = await brand.file(name);
      return own && drawMark(own.bytes);
    },
    maxAgeMs: MARK_MS,
    maxItems: MARKS_KEPT,
  });
  return async (picture: SurveyPicture): Promise<Buffer> => {
    const { mark } = picture.site;
    const drawn = mark ? await marks.read(path.basename(mark)) : null;
    return draw(picture, Buffer.isBuffer(drawn) ? drawn : undefined);
  };
}
