import { useForm } from "react-hook-form";
import { z } from "zod";
import * as t from "#words/passwords";
import * as wording from "#words/specified";
import { Field } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { fieldOf } from "../../lib/forms.ts";
import { resolverOf } from "../../lib/resolver.ts";
import { requestPasswordReset } from "./provider.ts";
import { requiredEmail } from "./rules.ts";

export function ForgotPasswordForm() {
  const form = useForm({
    resolver: resolverOf(z.object({ email: requiredEmail })),
    defaultValues: { email: "" },
  });

  if (form.formState.isSubmitSuccessful) {
    return (
      // The same text whether or not the account exists, so that nobody can find out.
      <Notice tone="success">{t.sentIfKnown}</Notice>
    );
  }
  return (
    <Form form={form} onSubmit={({ email }) => requestPasswordReset(email)}>
      <FormProblem />
      <Field
        label={wording.fields.email}
        required
        type="email"
        autoComplete="email"
        {...fieldOf(form, "email")}
      />
      <SubmitButton>{t.sendMail}</SubmitButton>
    </Form>
  );
}
