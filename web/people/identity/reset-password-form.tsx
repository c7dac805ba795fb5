import { useMemo } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod";
import * as t from "#words/passwords";
import { pages } from "../../../contract/pages.ts";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { alerts } from "../../lib/alerts.ts";
import { ApiProblem } from "../../lib/api.ts";
import { fieldOf } from "../../lib/forms.ts";
import { resolverOf } from "../../lib/resolver.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { usualPasswordMinLength } from "./password-rules.ts";
import { resetPassword } from "./provider.ts";
import { newPassword } from "./rules.ts";
import { useSession } from "./session.tsx";

interface Props {
  token: string;
  onInvalidLink: () => void;
}

export function ResetPasswordForm({ token, onInvalidLink }: Props) {
  const { settings } = useSession();
  const navigate = useNavigate();
  const minLength = settings?.passwordMinLength ?? usualPasswordMinLength;
  const schema = useMemo(() => z.object({ password: newPassword(minLength) }), [minLength]);
  const form = useForm({ resolver: resolverOf(schema), defaultValues: { password: "" } });
  const typed = useWatch({ control: form.control });

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
      <NewPasswordField
        label={t.newPassword}
        required
        typed={typed.password}
        {...fieldOf(form, "password")}
      />
      <SubmitButton>{t.set}</SubmitButton>
    </Form>
  );
}
