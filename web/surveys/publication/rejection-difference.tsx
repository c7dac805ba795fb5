import { Suspense } from "react";
import { categories as categoryLabels } from "#words/labels";
import * as t from "#words/publication";
import { fields } from "#words/surveyForm";
import type { AdminSurvey, Decision } from "../../../contract/managed-surveys.ts";
import { changesOf } from "../../../record/entries.ts";
import { lazyPart } from "../../components/lazy-page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { sayLanguage } from "../../lib/language.ts";

// Lazy, because few surveys were rejected before.
const TextDifference = lazyPart(() => import("./text-difference.tsx"));

interface RejectionDifferenceProps {
  rejection: Decision;
  survey: AdminSurvey;
}

export function RejectionDifference({ rejection, survey }: RejectionDifferenceProps) {
  const [before, now] = [readable(rejection.survey), readable(survey)];
  const texts = changesOf(rejection.survey, survey);
  const words = (["category", "language"] as const)
    .map((part) => ({ part, before: before[part], now: now[part] }))
    .filter((change) => change.before !== change.now);
  return (
    <section className="grid gap-3">
      <h4 className="font-semibold">
        {t.changedSince({ time: () => <RelativeTime timestamp={rejection.timestamp} /> })}
      </h4>
      {texts.length + words.length === 0 && <p className="text-muted">{t.unchanged}</p>}
      {words.length > 0 && <Changes changes={words} />}
      {texts.map(({ language, changes }) => (
        <div key={language} className="grid gap-3">
          {language && (
            <h5 lang={language} className="font-medium">
              {sayLanguage(language)}
            </h5>
          )}
          <Changes changes={changes} lang={language || survey.language} />
        </div>
      ))}
    </section>
  );
}

/** What is told in words of this site, in the language of the page. */
function readable({ category, language }: Pick<AdminSurvey, "category" | "language">) {
  return { category: categoryLabels[category], language: sayLanguage(language) };
}

interface Change {
  part: keyof typeof fields;
  before?: string | undefined;
  now?: string | undefined;
}

function Changes({ changes, lang }: { changes: Change[]; lang?: string }) {
  return (
    <dl className="grid gap-3">
      {changes.map(({ part, before = "", now = "" }) => (
        <div key={part}>
          <dt className="text-sm text-muted">{fields[part]}</dt>
          <dd>
            <Suspense fallback={<p className="text-muted">{t.comparing}</p>}>
              <TextDifference before={before} after={now} lang={lang} />
            </Suspense>
          </dd>
        </div>
      ))}
    </dl>
  );
}
