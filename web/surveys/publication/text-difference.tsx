import { diffWords } from "diff";
import * as t from "#words/publication";

interface TextDifferenceProps {
  before: string;
  after: string;
  lang?: string | undefined;
}

/** Shows word by word what was removed and what was added. */
function TextDifference({ before, after, lang }: TextDifferenceProps) {
  // The parts never change their order, so their index can be the key.
  const parts = diffWords(before, after).map((part, place) => ({ ...part, place }));
  return (
    <p dir="auto" lang={lang} className="whitespace-pre-line">
      {parts.map(({ added, removed, value, place }) => {
        if (added) {
          return (
            <ins key={place} className="bg-yes px-0.5 text-yes-content">
              <span className="sr-only">{t.added} </span>
              {value}
            </ins>
          );
        }
        if (removed) {
          return (
            <del key={place} className="bg-no px-0.5 text-no-content">
              <span className="sr-only">{t.removed} </span>
              {value}
            </del>
          );
        }
        return <span key={place}>{value}</span>;
      })}
    </p>
  );
}

export { TextDifference as default };
