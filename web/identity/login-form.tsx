import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation } from "react-router";
import { z } from "zod";
import { pages } from "../../contract/pages.ts";
import { wording } from "../../contract/wording.ts";
import { Field, PasswordField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { alerts } from "../lib/alerts.ts";
import { showFormProblem } from "../lib/form-problem.ts";
import { CodeStep } from "./code-step.tsx";
import { DemoPeople } from "./demo-people.tsx";
import { PasskeyLogin } from "./passkey-login.tsx";
import { requiredEmail, requiredPassword } from "./rules.ts";
import { useSession } from "./session.tsx";
import { SocialLogin } from "./social-login.tsx";

const loginValues = z.object({ email: requiredEmail, password: requiredPassword });

export function LoginForm() {
  const { loginUser, settings } = useSession();
  const { state } = useLocation();
  const { register, handleSubmit, setError, setValue, setFocus, formState } = useForm({
    resolver: zodResolver(loginValues),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;
  const [codeNeeded, setCodeNeeded] = useState(false);

  const submit = handleSubmit(async ({ email, password }) => {
    try {
      if (await loginUser(email, password)) return setCodeNeeded(true);
      void alerts.show({ icon: "success", title: wording.alerts.loggedIn });
    } catch (error) {
      showFormProblem(error, ["email", "password"], setError);
    }
  });

  if (codeNeeded) {
    return (
      <CodeStep
        onBack={(reason) => {
          setCodeNeeded(false);
          if (reason) setError("root", { message: reason });
        }}
      />
    );
  }
  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
        <Field
          label={wording.fields.email}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register("email")}
        />
        <PasswordField
          label={wording.fields.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password")}
        />
        <SubmitButton busy={isSubmitting}>{wording.nav.login}</SubmitButton>
        <Link to={pages.forgotPassword} state={state} className="link justify-self-start">
          Forgot your password?
        </Link>
      </form>
      <PasskeyLogin />
      <SocialLogin />
      {settings?.demo && (
        <DemoPeople
          onPick={(email) => {
            setValue("email", email, { shouldValidate: true });
            setFocus("password");
          }}
        />
      )}
    </>
  );
}
