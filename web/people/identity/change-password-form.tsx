import { useForm } from "react-hook-form";
import * as t from "#words/passwords";
import * as wording from "#words/specified";
import { PasswordField } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { alerts } from "../../lib/alerts.ts";
import { fieldOf } from "../../lib/forms.ts";
import { changePassword, useAccountMutation } from "./account-queries.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { useSession } from "./session.tsx";

const empty = { currentPassword: "", newPassword: "" };

export function ChangePasswordForm() {
  const { user } = useSession();
  const form = useForm({ defaultValues: empty });
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
        {...fieldOf(form, "currentPassword", { required: wording.required.password })}
      />
      <NewPasswordField
        form={form}
        name="newPassword"
        label={t.newPassword}
        owner={{ email: user?.email, name: user?.displayName }}
      />
      <div>
        <SubmitButton>{t.change}</SubmitButton>
      </div>
    </Form>
  );
}
