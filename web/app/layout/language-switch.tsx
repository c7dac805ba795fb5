import * as t from "#words/layout";
import { languageIds, languages } from "../../../words/generated/languages.ts";
import { LanguageLink } from "./language-link.tsx";

/** Each language by the name that its own readers know. */
export function LanguageSwitch() {
  return (
    <ul aria-label={t.language} className="flex flex-wrap gap-x-5">
      {languageIds.map((language) => (
        <li key={language}>
          <LanguageLink
            language={language}
            className="inline-block py-2.5 link-hover link aria-[current]:font-semibold aria-[current]:text-primary"
          >
            {languages[language].name}
          </LanguageLink>
        </li>
      ))}
    </ul>
  );
}
