import { diffWords } from "diff";

interface TextDifferenceProps {
  before: string;
  after: string;
}

/** Word by word, what was taken out and what was put in. */
function TextDifference({ before, after }: TextDifferenceProps) {
  // Parts never move within one difference, so their place is their key.
  const parts = diffWords(before, after).map((part, place) => ({ ...part, place }));
  return (
    <p className="whitespace-pre-line">
      {parts.map(({ added, removed, value, place }) => {
        if (added) {
          return (
            <ins key={place} className="bg-yes px-0.5 text-yes-content">
              <span className="sr-only">added: </span>
              {value}
            </ins>
          );
        }
        if (removed) {
          return (
            <del key={place} className="bg-no px-0.5 text-no-content">
              <span className="sr-only">removed: </span>
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
