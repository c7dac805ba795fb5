import type { ComponentProps } from "react";
import type { PasswordOwner } from "../../contract/passwords.ts";
import { PasswordField } from "../components/field.tsx";
import { PasswordStrength } from "./password-strength.tsx";
import { usualPasswordMinLength } from "./rules.ts";
import { useSession } from "./session.tsx";

interface NewPasswordFieldProps
  extends Omit<ComponentProps<typeof PasswordField>, "hint" | "autoComplete"> {
  /** What stands in the field right now. */
  typed: string | undefined;
  /** Whose password it will be, as far as this page knows. */
  owner?: PasswordOwner;
}

/** Wherever a password is chosen: its length is said before, its strength while it is typed. */
export function NewPasswordField({ typed = "", owner = {}, ...field }: NewPasswordFieldProps) {
  const { settings } = useSession();
  const minLength = settings?.passwordMinLength ?? usualPasswordMinLength;
  return (
    <div className="grid gap-2">
      <PasswordField
        {...field}
        autoComplete="new-password"
        hint={`At least ${minLength} characters.`}
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
