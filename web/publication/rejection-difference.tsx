import { Suspense } from "react";
import { categoryLabels } from "../../contract/categories.ts";
import type { Decision, SurveyText } from "../../contract/publication.ts";
import { lazyPart } from "../components/lazy-page.tsx";
import { RelativeTime } from "../components/relative-time.tsx";

// Lazy, because few surveys were rejected before.
const TextDifference = lazyPart(() => import("./text-difference.tsx"));

const fields = [
  ["title", "Title"],
  ["description", "Description"],
  ["category", "Category"],
  ["question", "Question"],
] as const satisfies [keyof SurveyText, string][];

interface RejectionDifferenceProps {
  rejection: Decision;
  survey: SurveyText;
}

export function RejectionDifference({ rejection, survey }: RejectionDifferenceProps) {
  const changed = fields.filter(([field]) => rejection.survey[field] !== survey[field]);
  return (
    <section className="grid gap-3">
      <h4 className="font-semibold">
        Changed since the rejection <RelativeTime timestamp={rejection.timestamp} />
      </h4>
      {changed.length === 0 && <p className="text-muted">Nothing.</p>}
      <dl className="grid gap-3">
        {changed.map(([field, label]) => (
          <div key={field}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd>
              <Suspense fallback={<p className="text-muted">Comparing …</p>}>
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
