import { Link } from "react-router";
import * as t from "#words/tally";
import { pages } from "../../../contract/pages.ts";
import { sayReason } from "../../lib/reasons.ts";
import { sayWhoAnswered, type WhoAnswered } from "./who-answered.ts";

/** What stands beside every result, instead of a margin of error. */
export function HonestSentence({ results, setAside }: WhoAnswered) {
  const reasons = setAside?.reasons.map(({ reason }) => ({ reason: sayReason(reason) }));
  const said = { results, ...(setAside && reasons && { setAside: { ...setAside, reasons } }) };
  return (
    <p className="text-sm text-muted text-pretty">
      {sayWhoAnswered(said)}{" "}
      <Link to={pages.aboutResults} className="link">
        {t.whatItMeans}
      </Link>
    </p>
  );
}
