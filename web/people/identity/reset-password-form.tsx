import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import * as t from "#words/passwords";
import { pages } from "../../../contract/pages.ts";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { alerts } from "../../lib/alerts.ts";
import { ApiProblem } from "../../lib/api.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { resetPassword } from "./provider.ts";

interface Props {
  token: string;
  onInvalidLink: () => void;
}

export function ResetPasswordForm({ token, onInvalidLink }: Props) {
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { password: "" } });

  async function submit({ password }: { password: string }) {
    try {
      await resetPassword(password, token);
      void alerts.show({
        icon: "success",
        title: t.isSet,
        text: t.logInWithIt,
      });
      navigate(pages.login);
    } catch (error) {
      const linkIsOld = error instanceof ApiProblem && error.errors[0]?.field === "token";
      if (!linkIsOld) throw error;
      onInvalidLink();
    }
  }

  return (
    <Form form={form} onSubmit={submit} names={{ newPassword: "password" }}>
      <FormProblem />
      <NewPasswordField form={form} name="password" label={t.newPassword} />
      <SubmitButton>{t.set}</SubmitButton>
    </Form>
  );
}
