import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { useForm } from "react-hook-form";
import { useLocation, useNavigate } from "react-router";
import { z } from "zod";
import { pages } from "../../contract/pages.ts";
import { wording } from "../../contract/wording.ts";
import { Field, PasswordField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { alerts } from "../lib/alerts.tsx";
import { showFormProblem } from "../lib/form-problem.ts";
import {
  newPassword,
  requiredDisplayName,
  requiredEmail,
  requiredPhotoUrl,
  usualPasswordMinLength,
} from "./rules.ts";
import { useSession } from "./session.tsx";

const fields = ["displayName", "photoURL", "email", "password"] as const;

export function RegisterForm() {
  const { createUser, settings } = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const minLength = settings?.passwordMinLength ?? usualPasswordMinLength;
  const schema = useMemo(
    () =>
      z.object({
        displayName: requiredDisplayName,
        photoURL: requiredPhotoUrl,
        email: requiredEmail,
        password: newPassword(minLength),
      }),
    [minLength],
  );
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { displayName: "", photoURL: "", email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      const signedIn = await createUser(values);
      const text = signedIn ? undefined : "Open the link in the mail we sent you, then log in.";
      void alerts.show({ icon: "success", title: wording.alerts.userCreated, text });
      if (!signedIn) navigate(pages.login, { state });
    } catch (error) {
      showFormProblem(error, fields, setError, { name: "displayName", image: "photoURL" });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
      <Field
        label={wording.fields.name}
        autoComplete="name"
        error={errors.displayName?.message}
        {...register("displayName")}
      />
      <Field
        label={wording.fields.photoUrl}
        type="url"
        autoComplete="photo"
        placeholder="https://"
        hint="The web address of a picture of you. If it can't be loaded, your initials are shown."
        error={errors.photoURL?.message}
        {...register("photoURL")}
      />
      <Field
        label={wording.fields.email}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register("email")}
      />
      <PasswordField
        label={wording.fields.password}
        autoComplete="new-password"
        hint={`At least ${minLength} characters.`}
        error={errors.password?.message}
        {...register("password")}
      />
      <SubmitButton busy={isSubmitting}>{wording.register}</SubmitButton>
    </form>
  );
}
