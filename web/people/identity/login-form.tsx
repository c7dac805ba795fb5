import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation } from "react-router";
import { z } from "zod";
import * as t from "#words/logIn";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { Field, PasswordField } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { alerts } from "../../lib/alerts.ts";
import { ApiProblem } from "../../lib/api.ts";
import { fieldOf } from "../../lib/forms.ts";
import { resolverOf } from "../../lib/resolver.ts";
import { CodeStep } from "./code-step.tsx";
import { Consent } from "./consent.tsx";
import { DemoPeople } from "./demo-people.tsx";
import { Unconfirmed } from "./email-confirmation.tsx";
import { PasskeyLogin } from "./passkey-login.tsx";
import { requiredEmail, requiredPassword } from "./rules.ts";
import { useSession } from "./session.tsx";
import { SocialLogin } from "./social-login.tsx";

const loginValues = z.object({ email: requiredEmail, password: requiredPassword });

export function LoginForm() {
  const { loginUser, settings } = useSession();
  const { state } = useLocation();
  const form = useForm({
    resolver: resolverOf(loginValues),
    defaultValues: { email: "", password: "" },
  });
  const [codeNeeded, setCodeNeeded] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState<{ email: string; why: string } | null>(null);

  async function submit({ email, password }: z.output<typeof loginValues>) {
    setUnconfirmed(null);
    try {
      if (await loginUser(email, password)) return setCodeNeeded(true);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.refusal !== "account.unconfirmed") throw error;
      return setUnconfirmed({ email, why: error.message });
    }
    alerts.succeeded(wording.alerts.loggedIn);
  }

  if (codeNeeded) {
    return (
      <CodeStep
        onBack={(reason) => {
          setCodeNeeded(false);
          if (reason) form.setError("root", { message: reason });
        }}
      />
    );
  }
  return (
    <>
      <Form form={form} onSubmit={submit}>
        <FormProblem />
        {unconfirmed && <Unconfirmed to={unconfirmed.email}>{unconfirmed.why}</Unconfirmed>}
        <Field
          label={wording.fields.email}
          required
          type="email"
          autoComplete="email"
          {...fieldOf(form, "email")}
        />
        <PasswordField
          label={wording.fields.password}
          required
          autoComplete="current-password"
          {...fieldOf(form, "password")}
        />
        <SubmitButton>{wording.nav.login}</SubmitButton>
        <Link to={pages.forgotPassword} state={state} className="link justify-self-start">
          {t.forgotPassword}
        </Link>
      </Form>
      <PasskeyLogin />
      <SocialLogin>
        <Consent />
      </SocialLogin>
      {settings?.demo && (
        <DemoPeople
          onPick={(email) => {
            form.setValue("email", email);
            form.setValue("password", settings.demoPassword ?? "");
            form.clearErrors();
            form.setFocus("password");
          }}
        />
      )}
    </>
  );
}
