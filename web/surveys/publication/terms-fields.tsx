import type { UseFormReturn } from "react-hook-form";
import * as t from "#words/surveyForm";
import { ballotKinds } from "../../../contract/ballot-kinds.ts";
import { resultsModes } from "../../../contract/results.ts";
import { Field } from "../../components/field.tsx";
import { readerZone } from "../../lib/format.ts";
import { fieldOf } from "../../lib/forms.ts";
import type { Typed } from "./terms-form.ts";

/** Of a secret survey there is no choice. What was chosen before comes back with named votes. */
const only = { checked: true, readOnly: true };

interface TermsFieldsProps<Sent> {
  form: UseFormReturn<Typed, unknown, Sent>;
  /** True after the first vote: people voted under these terms. */
  frozen: boolean;
}

/** When people can vote, who sees how they do, and who sees the results. */
export function TermsFields<Sent>({ form, frozen }: TermsFieldsProps<Sent>) {
  const zone = readerZone();
  const [opensAt, closesAt, ballot] = form.watch(["opensAt", "closesAt", "ballot"]);
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={t.opensAt}
          type="datetime-local"
          readOnly={frozen}
          data-empty={!opensAt || undefined}
          hint={frozen ? t.opensAtFrozen : t.opensAtHint}
          {...fieldOf(form, "opensAt")}
        />
        <Field
          label={t.closesAt}
          type="datetime-local"
          data-empty={!closesAt || undefined}
          hint={t.closesAtHint({ zone })}
          {...fieldOf(form, "closesAt")}
        />
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-semibold">{t.whoSeesVotes}</legend>
        {frozen && (
          <p className="text-sm text-muted">
            {t.whoSeesFrozen({ who: t.ballot[form.getValues("ballot")] })}
          </p>
        )}
        {!frozen &&
          ballotKinds.map((kind) => (
            <label key={kind} className="flex cursor-pointer items-start gap-3">
              <input
                type="radio"
                value={kind}
                className="mt-0.5 size-5 shrink-0 accent-primary"
                {...form.register("ballot")}
              />
              <span>
                <span className="block font-medium">{t.ballot[kind]}</span>
                <span className="block text-sm text-muted">{t.ballotExplained[kind]}</span>
                {kind === "secret" && (
                  <span className="block text-sm font-medium">{t.secretNeeds}</span>
                )}
              </span>
            </label>
          ))}
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-semibold">{t.whoSees}</legend>
        {frozen && (
          <p className="text-sm text-muted">
            {t.whoSeesFrozen({ who: t.results[form.getValues("resultsMode")] })}
          </p>
        )}
        {!frozen &&
          resultsModes
            .filter((mode) => ballot === "named" || mode === "closed")
            .map((mode) => (
              <label key={mode} className="flex cursor-pointer items-start gap-3">
                <input
                  type="radio"
                  value={mode}
                  className="mt-0.5 size-5 shrink-0 accent-primary"
                  {...(ballot === "secret" ? only : form.register("resultsMode"))}
                />
                <span>
                  <span className="block font-medium">{t.results[mode]}</span>
                  {ballot === "named" && (
                    <span className="block text-sm text-muted">{t.resultsExplained[mode]}</span>
                  )}
                </span>
              </label>
            ))}
      </fieldset>
    </>
  );
}
