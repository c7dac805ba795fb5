import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { PasswordField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { alerts } from "../lib/alerts.ts";
import { showFormProblem } from "../lib/form-problem.ts";
import { changePassword, useAccountMutation } from "./account-queries.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { newPassword, requiredPassword, usualPasswordMinLength } from "./rules.ts";
import { useSession } from "./session.tsx";

const empty = { currentPassword: "", newPassword: "" };

export function ChangePasswordForm() {
  const { settings, user } = useSession();
  const minLength = settings?.passwordMinLength ?? usualPasswordMinLength;
  const schema = useMemo(
    () => z.object({ currentPassword: requiredPassword, newPassword: newPassword(minLength) }),
    [minLength],
  );
  const { register, handleSubmit, setError, reset, control, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control, name: "newPassword" });
  const change = useAccountMutation((values: typeof empty) =>
    changePassword(values.currentPassword, values.newPassword),
  );

  const submit = handleSubmit(async (values) => {
    try {
      await change.mutateAsync(values);
      reset();
      void alerts.show({
        icon: "success",
        title: "Your password is changed",
        text: "Every other browser and device is logged out. This one stays logged in.",
      });
    } catch (error) {
      showFormProblem(error, ["currentPassword", "newPassword"], setError);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-5">
      {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register("currentPassword")}
      />
      <NewPasswordField
        label="New password"
        typed={typed}
        owner={{ email: user?.email, name: user?.displayName }}
        error={errors.newPassword?.message}
        {...register("newPassword")}
      />
      <div>
        <SubmitButton busy={isSubmitting}>Change password</SubmitButton>
      </div>
    </form>
  );
}
