import type { CSSProperties } from "react";
import * as t from "#words/brand";
import { brandColours, type ThemeColours, themeNames } from "../../../contract/brand-colours.ts";
import { sayNumber } from "../../lib/format.ts";

/** How buttons and links look in both themes, before anything is saved. */
export function ColourPreview({ colour }: { colour: string | null }) {
  const colours = colour ? brandColours(colour) : null;
  return (
    <section aria-label={t.preview} className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {themeNames.map((theme) => (
        <div
          key={theme}
          data-theme={theme}
          style={colours ? variables(colours[theme]) : undefined}
          className="grid content-start justify-items-start gap-3 rounded-panel border border-base-300 bg-base-100 p-5 text-base-content"
        >
          <h2 className="font-semibold">{t.themes[theme]}</h2>
          <span className="btn btn-primary" aria-hidden="true">
            {t.exampleButton}
          </span>
          <span className="link link-primary" aria-hidden="true">
            {t.exampleLink}
          </span>
          {colours && <p className="text-sm">{sayContrast(colours[theme])}</p>}
        </div>
      ))}
    </section>
  );
}

function variables({ primary, primaryContent }: ThemeColours): CSSProperties {
  return { "--color-primary": primary, "--color-primary-content": primaryContent } as CSSProperties;
}

function sayContrast({ contrast, corrected }: ThemeColours): string {
  const ratio = sayNumber(contrast);
  return corrected ? t.corrected[corrected]({ ratio }) : t.asItIs({ ratio });
}
