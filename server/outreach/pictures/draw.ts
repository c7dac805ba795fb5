import { createRequire } from "node:module";
import { type FontPart, readFonts } from "./fonts.ts";
import { layOut, type Part, PICTURE_SIZE, type SurveyPicture } from "./survey-picture.ts";

interface Takumi {
  Renderer: new (options: {
    cacheMaxBytes: number;
  }) => {
    render(
      picture: Part,
      options: { width: number; height: number; fonts: FontPart[] },
    ): Promise<Buffer>;
  };
}

export interface Painter {
  /** The text as the fonts can write it; null if they lack letters of it. */
  legible(text: string): string | null;
  /** As PNG. It is drawn in a thread of Node's pool, so the event loop goes on meanwhile. */
  draw(picture: SurveyPicture, mark?: Buffer): Promise<Buffer>;
}

// The site's mark is all that is decoded, and each picture is drawn once.
const CACHE_BYTES = 1024 * 1024;

/** Throws where the library has no program for this machine, or a font is not installed. */
export async function openPainter(): Promise<Painter> {
  // Not imported above: the site must start without it.
  const require = createRequire(import.meta.url);
  const { Renderer }: Takumi = require("@takumi-rs/core");
  const renderer = new Renderer({ cacheMaxBytes: CACHE_BYTES });
  const { fonts, legible } = readFonts();
  return {
    legible,
    draw: (picture, mark) => renderer.render(layOut(picture, mark), { ...PICTURE_SIZE, fonts }),
  };
}
