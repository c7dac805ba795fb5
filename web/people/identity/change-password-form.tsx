import { useForm, useWatch } from "react-hook-form";
import * as t from "#words/passwords";
import * as wording from "#words/specified";
import { PasswordField } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { alerts } from "../../lib/alerts.ts";
import { fieldOf } from "../../lib/forms.ts";
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
      title: t.isChanged,
      text: t.othersLoggedOut,
    });
  }

  return (
    <Form form={form} onSubmit={submit} className="max-w-md gap-5">
      <FormProblem />
      <PasswordField
        label={t.current}
        required
        autoComplete="current-password"
        {...fieldOf(form, "currentPassword", { required })}
      />
      <NewPasswordField
        label={t.newPassword}
        required
        typed={typed}
        owner={{ email: user?.email, name: user?.displayName }}
        {...fieldOf(form, "newPassword", {
          required,
          minLength: { value: minLength, message: sayMinLength(minLength) },
        })}
      />
      <div>
        <SubmitButton>{t.change}</SubmitButton>
      </div>
    </Form>
  );
}
