import { Suspense } from "react";
import { categories as categoryLabels } from "#words/labels";
import * as t from "#words/publication";
import { fields } from "#words/surveyForm";
import type { AdminSurvey, Decision } from "../../../contract/managed-surveys.ts";
import { lazyPart } from "../../components/lazy-page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { sayLanguage } from "../../lib/language.ts";

// Lazy, because few surveys were rejected before.
const TextDifference = lazyPart(() => import("./text-difference.tsx"));

const parts = ["title", "description", "category", "question", "language"] as const;
type Parts = Partial<Record<(typeof parts)[number], string>>;

interface RejectionDifferenceProps {
  rejection: Decision;
  survey: AdminSurvey;
}

export function RejectionDifference({ rejection, survey }: RejectionDifferenceProps) {
  const changed = textsOf(survey, rejection.survey).filter(({ before, after }) =>
    parts.some((part) => before[part] !== after[part]),
  );
  return (
    <section className="grid gap-3">
      <h4 className="font-semibold">
        {t.changedSince({ time: () => <RelativeTime timestamp={rejection.timestamp} /> })}
      </h4>
      {changed.length === 0 && <p className="text-muted">{t.unchanged}</p>}
      {changed.map((text) => (
        <Differences key={text.language} {...text} />
      ))}
    </section>
  );
}

interface ChangedText {
  /** Empty for the original. */
  language: string;
  /** Of the texts as they are now. */
  lang: string;
  /** Empty for a translation that was added. */
  before: Parts;
  after: Parts;
}

/** The original, and every translation that the survey has or had. */
function textsOf(now: AdminSurvey, then: Decision["survey"]): ChangedText[] {
  const languages = [...then.translations, ...now.translations].map(({ language }) => language);
  const inLanguage = (language: string, { translations }: Pick<AdminSurvey, "translations">) =>
    ({ ...translations.find((one) => one.language === language), language }) as Parts;
  return [
    { language: "", lang: now.language, before: readable(then), after: readable(now) },
    ...[...new Set(languages)].sort().map((language) => ({
      language,
      lang: language,
      before: inLanguage(language, then),
      after: inLanguage(language, now),
    })),
  ];
}

function readable(survey: Decision["survey"] | AdminSurvey) {
  const { title, description, category, question } = survey;
  const language = sayLanguage(survey.language);
  return { title, description, category: categoryLabels[category], question, language };
}

/** The others are words of this site, in the language of the page. */
function isWritten(part: keyof Parts): boolean {
  return part !== "category" && part !== "language";
}

function Differences({ language, lang, before, after }: ChangedText) {
  return (
    <div className="grid gap-3">
      {language && (
        <h5 lang={language} className="font-medium">
          {sayLanguage(language)}
        </h5>
      )}
      <dl className="grid gap-3">
        {parts
          .filter((part) => before[part] !== after[part])
          .map((part) => (
            <div key={part}>
              <dt className="text-sm text-muted">{fields[part]}</dt>
              <dd>
                <Suspense fallback={<p className="text-muted">{t.comparing}</p>}>
                  <TextDifference
                    before={before[part] ?? ""}
                    after={after[part] ?? ""}
                    lang={isWritten(part) ? lang : undefined}
                  />
                </Suspense>
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
