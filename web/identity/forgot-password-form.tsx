import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { wording } from "../../contract/wording.ts";
import { Field } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { showFormProblem } from "../lib/form-problem.ts";
import { requestPasswordReset } from "./provider.ts";
import { requiredEmail } from "./rules.ts";

export function ForgotPasswordForm() {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(z.object({ email: requiredEmail })),
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;

  const submit = handleSubmit(async ({ email }) => {
    try {
      await requestPasswordReset(email);
    } catch (error) {
      showFormProblem(error, ["email"], setError);
    }
  });

  if (isSubmitSuccessful) {
    return (
      // The same words whether or not there is such an account: that is nobody else's business.
      <Notice tone="success">
        If there is an account with that e-mail, a mail is on its way. Open the link in it to choose
        a new password.
      </Notice>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
      <Field
        label={wording.fields.email}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register("email")}
      />
      <SubmitButton busy={isSubmitting}>Send the mail</SubmitButton>
    </form>
  );
}
