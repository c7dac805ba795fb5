import type { ReactNode } from "react";
import { Link } from "react-router";

/** For the words of a message that lead to a page: `t.agree({ terms: linkTo(pages.terms) })`. */
export function linkTo(address: string) {
  return (words: string): ReactNode => (
    <Link to={address} className="link">
      {words}
    </Link>
  );
}
