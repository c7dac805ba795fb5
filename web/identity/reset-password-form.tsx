import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod";
import { pages } from "../../contract/pages.ts";
import { Notice } from "../components/notice.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { alerts } from "../lib/alerts.ts";
import { ApiProblem } from "../lib/api.ts";
import { showFormProblem } from "../lib/form-problem.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { resetPassword } from "./provider.ts";
import { newPassword, usualPasswordMinLength } from "./rules.ts";
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
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control });

  const submit = handleSubmit(async ({ password }) => {
    try {
      await resetPassword(password, token);
      void alerts.show({
        icon: "success",
        title: "Your new password is set",
        text: "Please log in with it.",
      });
      navigate(pages.login);
    } catch (error) {
      const linkIsOld = error instanceof ApiProblem && error.errors[0]?.field === "token";
      if (linkIsOld) onInvalidLink();
      else showFormProblem(error, ["password"], setError, { newPassword: "password" });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
      <NewPasswordField
        label="New password"
        typed={typed.password}
        error={errors.password?.message}
        {...register("password")}
      />
      <SubmitButton busy={isSubmitting}>Set the password</SubmitButton>
    </form>
  );
}
