import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { sentences } from "#words/fields";
import * as t from "#words/passwordStrength";
import * as wording from "#words/specified";
import type { PasswordOwner } from "../../../contract/passwords.ts";
import { PasswordField } from "../../components/field.tsx";
import { useTyped } from "../../components/form.tsx";
import { fieldOf } from "../../lib/forms.ts";
import { PasswordStrength } from "./password-strength.tsx";
import { useSession } from "./session.tsx";

interface NewPasswordFieldProps<Values extends FieldValues, Sent> {
  form: UseFormReturn<Values, unknown, Sent>;
  name: Path<Values>;
  label: string;
  /** Name and e-mail of its owner, if known: they make a password weak. */
  owner?: PasswordOwner;
}

/** For choosing a password: says the minimum length, and shows the strength while typing. */
export function NewPasswordField<Values extends FieldValues, Sent>(
  props: NewPasswordFieldProps<Values, Sent>,
) {
  const { form, name, label, owner = {} } = props;
  const { settings } = useSession();
  const typed = useTyped(name);
  const minLength = usePasswordMinLength();
  return (
    <div className="grid gap-2">
      <PasswordField
        label={label}
        required
        autoComplete="new-password"
        hint={t.minLength({ limit: minLength })}
        // Without Zod, which the security page would load for this alone.
        {...fieldOf(form, name, {
          required: wording.required.password,
          minLength: { value: minLength, message: sentences["too-short"]({ limit: minLength }) },
        })}
      />
      <PasswordStrength
        password={typed}
        owner={owner}
        minLength={minLength}
        needed={settings?.passwordStrength ?? "any"}
      />
    </div>
  );
}

/** The identity provider's default, until the server's settings are loaded. */
export function usePasswordMinLength(): number {
  return useSession().settings?.passwordMinLength ?? 6;
}
