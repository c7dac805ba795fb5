import { useQuery } from "@tanstack/react-query";
import * as t from "#words/record";
import { routes } from "../../../contract/routes.ts";
import { changesOf, hashSurveyText, type SurveyText } from "../../../record/entries.ts";
import type { Recount } from "../../../record/recount.ts";
import { Notice } from "../../components/notice.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { sayLanguage } from "../../lib/language.ts";
import { readOf } from "../../lib/route-queries.ts";

interface EditedTextsProps {
  surveyId: string;
  /** As it is shown on this page. */
  text: SurveyText;
  recount: Recount;
}

/** The texts that votes have answered besides the one that is shown, and what differs. */
export function EditedTexts({ surveyId, text, recount }: EditedTextsProps) {
  const query = useQuery(readOf(routes.listRecordTexts, { params: { id: surveyId } }));
  const shown = hashSurveyText(text);
  const others = recount.texts.filter(({ hash }) => hash !== shown);
  if (query.error) {
    return <RetryNotice title={t.earlierNotShown} problem={query.error} onRetry={query.refetch} />;
  }
  if (!query.data) return <progress className="progress" aria-label={t.loadingEarlier} />;
  return others.map(({ hash, votes }) => {
    // What is served must be what was voted on.
    const before = query.data.find((one) => one.hash === hash && hashSurveyText(one) === hash);
    return before ? (
      <Difference key={hash} votes={votes} before={before} now={text} />
    ) : (
      <Notice key={hash} tone="error">
        <p className="font-semibold">{t.earlierMissing}</p>
        <p>{t.answeredMissing({ votes })}</p>
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
  return (
    <section className="grid gap-3 rounded-field bg-base-100 p-4">
      <p className="font-semibold">{t.answeredEarlier({ votes })}</p>
      {changesOf(before, now).map(({ language, changes }) => (
        <div key={language} className="grid gap-3">
          {language && (
            <p lang={language} className="font-medium">
              {sayLanguage(language)}
            </p>
          )}
          <dl className="grid gap-3">
            {changes.map((change) => (
              <div key={change.part} className="grid gap-1">
                <dt className="text-sm text-muted">{t.parts[change.part]}</dt>
                {change.before !== undefined && (
                  <dd dir="auto" lang={language || undefined}>
                    <del>{change.before}</del>
                  </dd>
                )}
                {change.now !== undefined && (
                  <dd dir="auto" lang={language || undefined}>
                    <ins>{change.now}</ins>
                  </dd>
                )}
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
