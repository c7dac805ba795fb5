import {
  type EmbedTheme,
  embedThemes,
  FRAME_HEIGHT,
  FRAME_WIDTH,
} from "../../../contract/embed-code.ts";
import { pages } from "../../../contract/pages.ts";
import { pathMatcher } from "../../../contract/route.ts";
import type { Language } from "../../../words/generated/languages.ts";
import { askedPage } from "../../process/words.ts";

/** The pages of a survey, whose addresses people share. */
const surveyPages = ["results", "survey", "embed"] as const;
const idAtEnd = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

export interface AskedSurvey {
  id: string;
  language: Language;
  theme: EmbedTheme | undefined;
}

/** Which survey of this site is at an address, or null if none is. */
export function surveyAt(address: string, siteUrls: string[]): AskedSurvey | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname, searchParams } = new URL(address);
  const { language, path } = askedPage(pathname);
  const id = path.match(idAtEnd)?.[1]?.toLowerCase();
  const isSurvey = surveyPages.some((name) => pathMatcher(pages[name]).test(path));
  if (!siteUrls.includes(origin) || !isSurvey || !id) return null;
  return { id, language, theme: readTheme(searchParams.get("theme")) };
}

export function readTheme(given: unknown): EmbedTheme | undefined {
  return embedThemes.find((theme) => theme === given);
}

// Below it, lines are so short that a frame is higher.
const NARROW = 480;
const NARROW_HEIGHT = 640;

/** Never more than asked for. What does not fit is scrolled. */
export function frameSize({
  maxwidth = Number.POSITIVE_INFINITY,
  maxheight = Number.POSITIVE_INFINITY,
}: {
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}): { width: number; height: number } {
  const width = Math.min(FRAME_WIDTH, maxwidth);
  return { width, height: Math.min(width < NARROW ? NARROW_HEIGHT : FRAME_HEIGHT, maxheight) };
}
