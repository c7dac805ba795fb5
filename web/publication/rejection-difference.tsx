import { Suspense } from "react";
import { categories as categoryLabels } from "#words/labels";
import * as t from "#words/publication";
import type { Decision, SurveyText } from "../../contract/publication.ts";
import { lazyPart } from "../components/lazy-page.tsx";
import { RelativeTime } from "../components/relative-time.tsx";

// Lazy, because few surveys were rejected before.
const TextDifference = lazyPart(() => import("./text-difference.tsx"));

const fields = ["title", "description", "category", "question"] as const;

interface RejectionDifferenceProps {
  rejection: Decision;
  survey: SurveyText;
}

export function RejectionDifference({ rejection, survey }: RejectionDifferenceProps) {
  const changed = fields.filter((field) => rejection.survey[field] !== survey[field]);
  return (
    <section className="grid gap-3">
      <h4 className="font-semibold">
        {t.changedSince({ time: () => <RelativeTime timestamp={rejection.timestamp} /> })}
      </h4>
      {changed.length === 0 && <p className="text-muted">{t.unchanged}</p>}
      <dl className="grid gap-3">
        {changed.map((field) => (
          <div key={field}>
            <dt className="text-sm text-muted">{t.fields[field]}</dt>
            <dd>
              <Suspense fallback={<p className="text-muted">{t.comparing}</p>}>
                <TextDifference
                  before={readable(field, rejection.survey)}
                  after={readable(field, survey)}
                />
              </Suspense>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function readable(field: keyof SurveyText, survey: SurveyText): string {
  return field === "category" ? categoryLabels[survey.category] : survey[field];
}
