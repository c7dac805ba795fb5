import { useQuery } from "@tanstack/react-query";
import * as t from "#words/record";
import { routes } from "../../../contract/routes.ts";
import { hashSurveyText, type SurveyText } from "../../../record/entries.ts";
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

const parts = ["title", "description", "question"] as const;

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
  const texts = [before, now].flatMap(({ translations = [] }) => translations);
  const languages = [...new Set(texts.map(({ language }) => language))].sort();
  const inLanguage = (language: string, { translations = [] }: SurveyText) =>
    translations.find((one) => one.language === language);
  return (
    <section className="grid gap-3 rounded-field bg-base-100 p-4">
      <p className="font-semibold">{t.answeredEarlier({ votes })}</p>
      <Changes before={before} now={now} />
      {languages.map((language) => (
        <Changes
          key={language}
          language={language}
          before={inLanguage(language, before)}
          now={inLanguage(language, now)}
        />
      ))}
    </section>
  );
}

type Parts = Pick<SurveyText, (typeof parts)[number]>;

interface ChangesProps {
  /** Of a translation. */
  language?: string;
  /** Undefined for a translation that was added, or removed. */
  before: Parts | undefined;
  now: Parts | undefined;
}

function Changes({ language, before, now }: ChangesProps) {
  const changed = parts.filter((part) => before?.[part] !== now?.[part]);
  if (changed.length === 0) return null;
  return (
    <div className="grid gap-3">
      {language && (
        <p lang={language} className="font-medium">
          {sayLanguage(language)}
        </p>
      )}
      <dl className="grid gap-3">
        {changed.map((part) => (
          <div key={part} className="grid gap-1">
            <dt className="text-sm text-muted">{t.parts[part]}</dt>
            {before && (
              <dd dir="auto" lang={language}>
                <del>{before[part]}</del>
              </dd>
            )}
            {now && (
              <dd dir="auto" lang={language}>
                <ins>{now[part]}</ins>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  );
}
