import type { MouseEvent, ReactNode } from "react";
import { useLocation } from "react-router";
import { type Language, languages } from "../../../words/generated/languages.ts";
import { accessToken } from "../../lib/access-token.ts";
import { addressIn, ownLanguage } from "../../lib/language.ts";
import { useSession } from "../../people/identity/session.tsx";
import { changeLanguage, storeLanguage } from "./change-language.ts";

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
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    // A page can be pressed before it knows who is logged in; the token tells.
    const isLoggedIn = user !== null || accessToken.read() !== null;
    // The right button only opens a menu.
    if (button > 1) return;
    // In another tab or window, which the choice before would lead away from this language.
    if (button === 1 || ctrlKey || metaKey || shiftKey || altKey) {
      void storeLanguage(language, isLoggedIn);
    } else {
      event.preventDefault();
      void changeLanguage(language, isLoggedIn);
    }
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
      onAuxClick={press}
    >
      {children}
    </a>
  );
}
