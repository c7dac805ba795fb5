import { LRUCache } from "lru-cache";
import type { Language } from "../../../words/generated/languages.ts";
import { createTurns } from "../../http/turns.ts";
import type { Painter } from "../pictures/draw.ts";
import type { SurveyPicture } from "../pictures/survey-picture.ts";
import {
  describePicture,
  type Look,
  languageOf,
  type Pictured,
  pictureOf,
  type Version,
  versionOf,
} from "./rules.ts";

// A vote or two more are no news, and whoever reads a link preview keeps it for days.
const VERSION_MS = 60_000;
// Each is a kilobyte or two. Of a survey that is forgotten, a version may come before the minute ends.
const MAX_VERSIONS = 2_000;

export interface Shown {
  picture: SurveyPicture;
  version: Version;
  /** For those who don't see it. */
  alt: string;
}

/**
 * Says how a survey's picture looks now. It says the same for a minute, whatever happens to the
 * survey; another look of the site is seen at once.
 */
export function createVersions(legible: Painter["legible"]) {
  const kept = new LRUCache<string, { shown: Shown | null }>({
    max: MAX_VERSIONS,
    ttl: VERSION_MS,
    ttlResolution: 0,
  });

  return (survey: Pictured, page: Language, look: Look): Shown | null => {
    const language = languageOf(survey, page);
    const key = JSON.stringify([
      survey._id,
      language,
      look.name,
      look.colour,
      look.mark,
      look.icon,
    ]);
    const known = kept.get(key);
    if (known) return known.shown;
    const picture = pictureOf(survey, language, look, legible);
    const shown = picture && {
      picture,
      version: versionOf(survey, picture),
      alt: describePicture(survey, language),
    };
    kept.set(key, { shown });
    return shown;
  };
}

// A picture is 20 to 40 kB, so these are those of a thousand surveys.
const KEPT_BYTES = 32 * 1024 * 1024;
// A picture takes some 20 ms, so the last of them waits for a second or two.
const MAX_WAITING = 100;
const MAX_WAITING_EACH = 50;
const RETRY_SECONDS = 2;

interface Options {
  draw: (picture: SurveyPicture) => Promise<Buffer>;
  /** How many are drawn at the same time. */
  atOnce: number;
}

interface Asker {
  /** For fairness: each of them has one picture drawn at a time. */
  network: string;
  /** Told if something has to be drawn for them. */
  pay: () => void;
}

function subjectOf({ id, language }: Version): string {
  return `${id} ${language}`;
}

/** Draws each version of a picture once, and keeps the last of each survey in each language. */
export function createPictures({ draw, atOnce }: Options) {
  const inTurn = createTurns({
    atOnce,
    maxWaiting: MAX_WAITING,
    maxWaitingEach: MAX_WAITING_EACH,
    retrySeconds: RETRY_SECONDS,
  });
  const kept = new LRUCache<string, { hash: string; bytes: Buffer }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  const drawing = new Map<string, Promise<Buffer>>();

  async function make({ picture, version }: Shown, subjects: string[]) {
    const bytes = await inTurn(() => draw(picture), { subjects });
    kept.set(subjectOf(version), { hash: version.hash, bytes });
    return bytes;
  }

  return async (shown: Shown, { network, pay }: Asker) => {
    const { hash } = shown.version;
    const id = subjectOf(shown.version);
    const last = kept.get(id);
    if (last?.hash === hash) return { bytes: last.bytes, isNewest: true };
    const name = `${id} ${hash}`;
    let making = drawing.get(name);
    if (!making) {
      pay();
      making = make(shown, [network]).finally(() => drawing.delete(name));
      drawing.set(name, making);
    }
    try {
      return { bytes: await making, isNewest: true };
    } catch (error) {
      // Too many wait. What was shown a minute ago is better than nothing.
      if (last) return { bytes: last.bytes, isNewest: false };
      throw error;
    }
  };
}
