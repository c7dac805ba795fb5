import { useState } from "react";
import { useForm } from "react-hook-form";
import * as t from "#words/tokens";
import type { Permission } from "../../../contract/permissions.ts";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import {
  TOKEN_DAYS,
  TOKEN_DAYS_MAX,
  TOKEN_NAME_MAX,
  type TokenScope,
  tokenScopes,
} from "../../../contract/tokens.ts";
import { Field } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { Secret } from "../../components/secret.tsx";
import { optionsOf, SelectField } from "../../components/select-field.tsx";
import { fieldOf } from "../../lib/forms.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { useSession } from "../identity/session.tsx";

const choicesOfDays = [7, 30, TOKEN_DAYS, TOKEN_DAYS_MAX];

interface Values {
  name: string;
  scopes: TokenScope[];
  days: string;
}

/** Makes a token, and shows it once. */
export function TokenForm() {
  const { can } = useSession();
  const create = useRouteMutation(routes.createToken);
  const [made, setMade] = useState<Reply<typeof routes.createToken> | null>(null);
  const form = useForm<Values>({
    defaultValues: { name: "", scopes: ["read"], days: String(TOKEN_DAYS) },
  });
  const offered = tokenScopes.filter((scope) => scope === "read" || can(scope as Permission));

  async function submit({ name, scopes, days }: Values) {
    setMade(await create.mutateAsync({ body: { name, scopes, days: Number(days) } }));
    form.reset();
  }

  if (made)
    return (
      <Secret
        value={made.token}
        words={{ once: t.once, copy: t.copy, copied: t.copied, kept: t.kept }}
        onKept={() => setMade(null)}
      />
    );
  const { error } = form.getFieldState("scopes", form.formState);
  const scope = form.register("scopes", {
    validate: (scopes) => scopes.length > 0 || t.mayMissing,
  });
  return (
    <Form form={form} onSubmit={submit}>
      <Field
        label={t.name}
        required
        maxLength={TOKEN_NAME_MAX}
        hint={t.nameHint}
        autoComplete="off"
        {...fieldOf(form, "name", {
          required: t.nameMissing,
          setValueAs: (name: string) => name.trim(),
        })}
      />
      <fieldset className="grid gap-1" aria-describedby={error && "scopes-error"}>
        <legend className="font-semibold">{t.may}</legend>
        {offered.map((name) => (
          <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              value={name}
              className="size-5 shrink-0 accent-primary"
              {...scope}
            />
            <span>{t.scopes[name]}</span>
          </label>
        ))}
        {error && (
          <p id="scopes-error" className="text-sm font-medium text-error">
            {error.message}
          </p>
        )}
      </fieldset>
      <SelectField label={t.endsAfter} className="max-w-xs" {...form.register("days")}>
        {optionsOf(choicesOfDays, (count) => t.days({ count }))}
      </SelectField>
      <FormProblem title={t.notMade} />
      <SubmitButton repeats>{t.make}</SubmitButton>
    </Form>
  );
}
