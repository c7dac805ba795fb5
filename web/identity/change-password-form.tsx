import { useForm, useWatch } from "react-hook-form";
import * as wording from "#words/specified";
import { PasswordField } from "../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../components/form.tsx";
import { alerts } from "../lib/alerts.ts";
import { fieldOf } from "../lib/forms.ts";
import { changePassword, useAccountMutation } from "./account-queries.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { sayMinLength, usualPasswordMinLength } from "./password-rules.ts";
import { useSession } from "./session.tsx";

const empty = { currentPassword: "", newPassword: "" };

const required = wording.required.password;

export function ChangePasswordForm() {
  const { settings, user } = useSession();
  const minLength = settings?.passwordMinLength ?? usualPasswordMinLength;
  const form = useForm({ defaultValues: empty });
  const typed = useWatch({ control: form.control, name: "newPassword" });
  const change = useAccountMutation((values: typeof empty) =>
    changePassword(values.currentPassword, values.newPassword),
  );

  async function submit(values: typeof empty) {
    await change.mutateAsync(values);
    form.reset();
    void alerts.show({
      icon: "success",
      title: "Your password is changed",
      text: "Every other browser and device is logged out. This one stays logged in.",
    });
  }

  return (
    <Form form={form} onSubmit={submit} className="max-w-md gap-5">
      <FormProblem />
      <PasswordField
        label="Current password"
        required
        autoComplete="current-password"
        {...fieldOf(form, "currentPassword", { required })}
      />
      <NewPasswordField
        label="New password"
        required
        typed={typed}
        owner={{ email: user?.email, name: user?.displayName }}
        {...fieldOf(form, "newPassword", {
          required,
          minLength: { value: minLength, message: sayMinLength(minLength) },
        })}
      />
      <div>
        <SubmitButton>Change password</SubmitButton>
      </div>
    </Form>
  );
}
