import { useQuery } from "@tanstack/react-query";
import { routes } from "../../contract/routes.ts";
import { hashSurveyText, type SurveyText } from "../../record/entries.ts";
import type { Recount } from "../../record/recount.ts";
import { Notice } from "../components/notice.tsx";
import { RetryNotice } from "../components/retry-notice.tsx";
import { count } from "../lib/format.ts";
import { readOf } from "../lib/route-queries.ts";

interface EditedTextsProps {
  surveyId: string;
  /** As it is shown on this page. */
  text: SurveyText;
  recount: Recount;
}

const parts = { title: "Title", description: "Description", question: "Question" } as const;

/** The texts that votes have answered besides the one that is shown, and what differs. */
export function EditedTexts({ surveyId, text, recount }: EditedTextsProps) {
  const query = useQuery(readOf(routes.listRecordTexts, { params: { id: surveyId } }));
  const shown = hashSurveyText(text);
  const others = recount.texts.filter(({ hash }) => hash !== shown);
  if (query.error) {
    return (
      <RetryNotice
        title="We can't show the earlier text"
        problem={query.error}
        onRetry={query.refetch}
      />
    );
  }
  if (!query.data) return <progress className="progress" aria-label="Loading the earlier text" />;
  return others.map(({ hash, votes }) => {
    // What is served must be what was voted on.
    const before = query.data.find((one) => one.hash === hash && hashSurveyText(one) === hash);
    return before ? (
      <Difference key={hash} votes={votes} before={before} now={text} />
    ) : (
      <Notice key={hash} tone="error">
        <p className="font-semibold">An earlier text is missing</p>
        <p>
          {count(votes, "vote")} answered a text that this site does not show. Please tell us, and
          others.
        </p>
      </Notice>
    );
  });
}

interface DifferenceProps {
  votes: number;
  before: SurveyText;
  now: SurveyText;
}

function Difference({ votes, before, now }: DifferenceProps) {
  const changed = (Object.keys(parts) as (keyof typeof parts)[]).filter(
    (part) => before[part] !== now[part],
  );
  return (
    <section className="grid gap-3 rounded-field bg-base-100 p-4">
      <p className="font-semibold">{count(votes, "vote")} answered this text, before an edit:</p>
      <dl className="grid gap-3">
        {changed.map((part) => (
          <div key={part} className="grid gap-1">
            <dt className="text-sm text-muted">{parts[part]}</dt>
            <dd>
              <del>{before[part]}</del>
            </dd>
            <dd>
              <ins>{now[part]}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
