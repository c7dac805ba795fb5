import { Suspense, useState } from "react";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { lazyPart } from "../../components/lazy-page.tsx";
import { useInBrowser } from "../../lib/in-browser.ts";
import { ownLanguage } from "../../lib/language.ts";
import { DISMISSED_KEY, offerFor } from "../../lib/language-choice.ts";

// Lazy, because most people read the language that they prefer, and this has the words of all.
const OfferBar = lazyPart(() => import("./language-offer-bar.tsx"));

function findOffer() {
  return offerFor(ownLanguage, {
    languages: navigator.languages,
    cookies: document.cookie,
    hasDismissed: localStorage.getItem(DISMISSED_KEY) !== null,
  });
}

/** Offers the language that the reader's browser prefers, if it is another one. Never redirects. */
export function LanguageOffer() {
  // The server writes one page for everybody, without an offer.
  const offered = useInBrowser(findOffer, null);
  const [isOver, setIsOver] = useState(false);
  if (!offered || isOver) return null;

  function dismiss() {
    localStorage.setItem(DISMISSED_KEY, "1");
    setIsOver(true);
  }

  return (
    <Suspense>
      <ErrorBoundary fallback={() => null}>
        <OfferBar language={offered} onDismiss={dismiss} />
      </ErrorBoundary>
    </Suspense>
  );
}
