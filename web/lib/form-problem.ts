import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiProblem } from "./api.ts";

/**
 * Shows a failed submit where it belongs: at the fields that the server names, else above the
 * form. `names` says which field of the form a server's field is, where the two differ.
 */
export function showFormProblem<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
  names: Record<string, Path<Values>> = {},
): void {
  const problem = error instanceof ApiProblem ? error : new ApiProblem("internal");
  if (problem !== error) console.error(error);
  const known = problem.errors.flatMap(({ field, message }) => {
    const name = names[field] ?? (field as Path<Values>);
    return fields.includes(name) ? [{ name, message }] : [];
  });
  for (const [index, { name, message }] of known.entries()) {
    setError(name, { type: "server", message }, { shouldFocus: index === 0 });
  }
  if (known.length === 0) setError("root", { type: "server", message: problem.message });
}
