import type { UseFormReturn } from "react-hook-form";
import type { ResultsMode } from "../../contract/results.ts";
import { resultsModes } from "../../contract/results.ts";
import { Field } from "../components/field.tsx";
import { readerZone } from "../lib/format.ts";
import { fieldOf } from "../lib/forms.ts";
import type { Typed } from "./terms-form.ts";
import { resultsLabels } from "./terms-line.tsx";

const explanations: Record<ResultsMode, string> = {
  always: "Visitors too, before they vote. What others say may sway them.",
  voted: "People answer without knowing what others say.",
  closed: "Nobody knows how it stands while people vote; you and the admins do.",
};

interface TermsFieldsProps<Sent> {
  form: UseFormReturn<Typed, unknown, Sent>;
  /** True after the first vote: people voted under these terms. */
  frozen: boolean;
}

/** When people can vote, and who sees the results. */
export function TermsFields<Sent>({ form, frozen }: TermsFieldsProps<Sent>) {
  const zone = readerZone();
  const [opensAt, closesAt] = form.watch(["opensAt", "closesAt"]);
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Opens (optional)"
          type="datetime-local"
          readOnly={frozen}
          data-empty={!opensAt || undefined}
          hint={frozen ? "People have voted, so this stays." : "Empty: as soon as it is published"}
          {...fieldOf(form, "opensAt")}
        />
        <Field
          label="Closes (optional)"
          type="datetime-local"
          data-empty={!closesAt || undefined}
          hint={`Empty: it stays open. Times are in your zone, ${zone}.`}
          {...fieldOf(form, "closesAt")}
        />
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-semibold">Who sees the results?</legend>
        {frozen && (
          <p className="text-sm text-muted">
            People have voted, so this stays as it is:{" "}
            {resultsLabels[form.getValues("resultsMode")]}.
          </p>
        )}
        {!frozen &&
          resultsModes.map((mode) => (
            <label key={mode} className="flex cursor-pointer items-start gap-3">
              <input
                type="radio"
                value={mode}
                className="mt-0.5 size-5 shrink-0 accent-primary"
                {...form.register("resultsMode")}
              />
              <span>
                <span className="block font-medium">{resultsLabels[mode]}</span>
                <span className="block text-sm text-muted">{explanations[mode]}</span>
              </span>
            </label>
          ))}
      </fieldset>
    </>
  );
}
