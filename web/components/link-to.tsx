import type { ReactNode } from "react";
import { Link } from "react-router";
import { addressOf } from "../lib/language.ts";

/** For the words of a message that lead to a page: `t.agree({ terms: linkTo(pages.terms) })`. */
export function linkTo(address: string) {
  return (words: string): ReactNode => (
    <Link to={address} className="link">
      {words}
    </Link>
  );
}

/** In a new tab, so that what is typed into a form stays. */
export function newTabTo(address: string) {
  return (words: string): ReactNode => (
    <a href={addressOf(address)} target="_blank" rel="noreferrer" className="link">
      {words}
    </a>
  );
}
