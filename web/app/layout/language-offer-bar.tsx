import { type Language, languages } from "../../../words/generated/languages.ts";
import { offers } from "../../../words/generated/offers.ts";
import { StrokeIcon } from "../../components/stroke-icon.tsx";
import { returnFocus } from "../../lib/modal.ts";
import { LanguageLink } from "./language-link.tsx";

interface OfferBarProps {
  language: Language;
  onDismiss: () => void;
}

/**
 * Over the end of the screen, so that it moves nothing when it comes; among the first things that a
 * screen reader or the Tab key finds.
 */
export default function OfferBar({ language, onDismiss }: OfferBarProps) {
  const { name, tag, direction } = languages[language];
  const { alsoHere, dismiss } = offers[language];

  function close() {
    onDismiss();
    returnFocus(null);
  }

  return (
    <section lang={tag} dir={direction} aria-label={name} className="language-offer print:hidden">
      <LanguageLink language={language} className="link py-2.5 font-semibold">
        {alsoHere}
      </LanguageLink>
      <button type="button" className="btn btn-ghost btn-square" onClick={close}>
        <StrokeIcon d="M6 6l12 12M18 6 6 18" className="size-5" />
        <span className="sr-only">{dismiss}</span>
      </button>
    </section>
  );
}
