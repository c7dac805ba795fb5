import type { FieldValues, Path, RegisterOptions, UseFormReturn } from "react-hook-form";
import { ApiProblem } from "./api.ts";

/** Connects a field to its form: `<Field label="Name" {...fieldOf(form, "name")} />`. */
export function fieldOf<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  name: Path<Values>,
  rules?: RegisterOptions<Values, Path<Values>>,
) {
  const { error } = form.getFieldState(name, form.formState);
  return { ...form.register(name, rules), error: error?.message };
}

/** The form's name for a field of the server, where the two differ. */
export type FieldNames<Values extends FieldValues> = Record<string, Path<Values>>;

/** Sends what was typed. If that fails, the form says why and keeps it. */
export function submitTo<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  send: (values: Sent) => unknown,
  names: FieldNames<Values> = {},
) {
  return form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      showProblem(form, error, names);
    }
  });
}

/** At the fields that the server names, else as a problem of the whole form. */
function showProblem<Values extends FieldValues, Sent>(
  { getValues, setError }: UseFormReturn<Values, unknown, Sent>,
  error: unknown,
  names: FieldNames<Values>,
): void {
  const problem = error instanceof ApiProblem ? error : new ApiProblem("internal");
  if (problem !== error) console.error(error);
  const known = problem.errors.flatMap(({ field, message }) => {
    const name = names[field] ?? (field as Path<Values>);
    // Also a field of a list, such as `faq.2.answer`.
    const isShown = name in getValues() || getValues(name) !== undefined;
    return isShown ? [{ name, message }] : [];
  });
  for (const [index, { name, message }] of known.entries()) {
    setError(name, { type: "server", message }, { shouldFocus: index === 0 });
  }
  if (known.length === 0) setError("root", { type: "server", message: problem.message });
}
