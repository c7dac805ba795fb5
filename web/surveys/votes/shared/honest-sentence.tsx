import { Link } from "react-router";
import * as t from "#words/tally";
import { pages } from "../../../../contract/pages.ts";
import { sayWhoAnswered, type WhoAnswered } from "./who-answered.ts";

/** What stands beside every result, instead of a margin of error. */
export function HonestSentence(said: WhoAnswered) {
  return (
    <p className="text-sm text-muted text-pretty">
      {sayWhoAnswered(said)}{" "}
      <Link to={pages.aboutResults} className="link">
        {t.whatItMeans}
      </Link>
    </p>
  );
}
