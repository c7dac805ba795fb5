import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, Navigate } from "react-router";
import * as t from "#words/emailConfirmation";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { Field } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { fieldOf } from "../../lib/forms.ts";
import { ConfirmationSent } from "./email-confirmation.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { sendVerificationMail } from "./provider.ts";
import { emailIn, registrationMemory } from "./registration-memory.ts";
import { useSession } from "./session.tsx";

/**
 * Opening the link is not enough, because mail programs open links too: a button must be pressed.
 * People who are not signed in with the account choose a name and a new password, because somebody
 * else may have registered the address.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const { user, confirmEmail } = useSession();
  const [origin] = useState(registrationMemory.origin);
  const [typed] = useState(() => registrationMemory.profile(emailIn(token)));
  const [step, setStep] = useState<"press" | "password" | "done" | "invalid">("press");
  const form = useForm({ defaultValues: { name: typed.displayName, password: "" } });
  const { setFocus } = form;

  useEffect(() => {
    if (step === "password") setFocus(typed.displayName ? "password" : "name");
  }, [step, setFocus, typed]);

  async function submit({ name: displayName, password }: { name: string; password: string }) {
    try {
      const given = { displayName, password, photoURL: typed.photoURL };
      await confirmEmail(token, step === "password" ? given : undefined);
      registrationMemory.forget();
      setStep("done");
    } catch (error) {
      const asked = error instanceof ApiProblem ? error.errors[0]?.field : undefined;
      if (asked === "token") setStep("invalid");
      else if (asked === "password" && step === "press") setStep("password");
      else throw error;
    }
  }

  if (step === "invalid") return <InvalidConfirmation token={token} />;
  if (step === "done") {
    return (
      <>
        <PageHeading title={t.confirmed} lead={t.confirmedLead} />
        <Link
          to={user ? (origin ?? pages.surveys) : pages.login}
          state={{ origin }}
          className="btn btn-primary justify-self-start"
        >
          {user && (origin ? t.goOn : wording.landing.explore)}
          {!user && wording.nav.login}
        </Link>
      </>
    );
  }
  return (
    <>
      <PageHeading title={t.title} lead={step === "press" ? t.pressLead : t.passwordLead} />
      <Form form={form} onSubmit={submit}>
        <FormProblem />
        {step === "password" && (
          <>
            <Field
              label={wording.fields.name}
              required
              autoComplete="name"
              {...fieldOf(form, "name", { required: wording.required.displayName })}
            />
            <NewPasswordField form={form} name="password" label={wording.fields.password} />
          </>
        )}
        <SubmitButton>{t.confirm}</SubmitButton>
      </Form>
    </>
  );
}

/** Also for a link that has lost its token. One that has not says its address. */
export function InvalidConfirmation({ token = "" }: { token?: string }) {
  const { user } = useSession();
  // Who is signed in may not be known yet.
  const form = useForm({ values: { email: user?.email ?? emailIn(token) } });
  const { isSubmitSuccessful } = form.formState;
  if (user?.emailVerified) return <Navigate to={pages.profile} replace />;
  return (
    <>
      <PageHeading title={t.notConfirmed} lead={t.notConfirmedLead} />
      <Form form={form} onSubmit={({ email }) => sendVerificationMail(email)}>
        <FormProblem />
        <Field
          label={wording.fields.email}
          required
          type="email"
          autoComplete="email"
          {...fieldOf(form, "email", { required: wording.required.email })}
        />
        {isSubmitSuccessful ? (
          <ConfirmationSent to={form.getValues("email")} />
        ) : (
          <SubmitButton>{t.sendAgain}</SubmitButton>
        )}
      </Form>
    </>
  );
}
