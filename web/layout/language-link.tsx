import type { MouseEvent, ReactNode } from "react";
import { useLocation } from "react-router";
import { type Language, languages } from "../../words/generated/languages.ts";
import { useSession } from "../identity/session.tsx";
import { addressIn, ownLanguage } from "../lib/language.ts";
import { changeLanguage } from "./change-language.ts";

interface LanguageLinkProps {
  language: Language;
  className: string;
  children: ReactNode;
}

/** Leads to this page in another language, also without script. Its words are in that language. */
export function LanguageLink({ language, className, children }: LanguageLinkProps) {
  // Without the fragment, which the server does not know. A press reads the whole address.
  const { pathname, search } = useLocation();
  const { user } = useSession();
  const { tag, direction } = languages[language];

  function press(event: MouseEvent) {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (opensElsewhere) return;
    event.preventDefault();
    void changeLanguage(language, user !== null);
  }

  return (
    <a
      href={addressIn(language, { pathname, search, hash: "" })}
      hrefLang={language}
      lang={tag}
      dir={direction}
      aria-current={language === ownLanguage ? "true" : undefined}
      className={className}
      onClick={press}
    >
      {children}
    </a>
  );
}
