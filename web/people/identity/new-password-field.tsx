import type { ComponentProps } from "react";
import * as t from "#words/passwordStrength";
import type { PasswordOwner } from "../../../contract/passwords.ts";
import { PasswordField } from "../../components/field.tsx";
import { usualPasswordMinLength } from "./password-rules.ts";
import { PasswordStrength } from "./password-strength.tsx";
import { useSession } from "./session.tsx";

interface NewPasswordFieldProps
  extends Omit<ComponentProps<typeof PasswordField>, "hint" | "autoComplete"> {
  /** The field's current value. */
  typed: string | undefined;
  /** Name and e-mail of its owner, if known: they make a password weak. */
  owner?: PasswordOwner;
}

/** For choosing a password: says the minimum length, and shows the strength while typing. */
export function NewPasswordField({ typed = "", owner = {}, ...field }: NewPasswordFieldProps) {
  const { settings } = useSession();
  const minLength = settings?.passwordMinLength ?? usualPasswordMinLength;
  return (
    <div className="grid gap-2">
      <PasswordField
        {...field}
        autoComplete="new-password"
        hint={t.minLength({ limit: minLength })}
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
