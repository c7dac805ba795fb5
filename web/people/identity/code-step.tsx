import { useEffect } from "react";
import { useForm } from "react-hook-form";
import * as t from "#words/logIn";
import * as proofs from "#words/proofs";
import * as wording from "#words/specified";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { alerts } from "../../lib/alerts.ts";
import { ApiProblem } from "../../lib/api.ts";
import { fieldOf } from "../../lib/forms.ts";
import { CodeField, useCodeKind } from "./code-field.tsx";
import { verifyCode } from "./second-factors.ts";
import { useSession } from "./session.tsx";

interface CodeStepProps {
  /** Goes back to the password, with a reason unless the person pressed the button. */
  onBack: (reason?: string) => void;
}

/** The step after the password, for people with two-factor sign-in. */
export function CodeStep({ onBack }: CodeStepProps) {
  const { logInBy } = useSession();
  const [kind, setKind] = useCodeKind();
  const form = useForm({ defaultValues: { code: "" } });
  const { setFocus, resetField } = form;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind has another field.
  useEffect(() => setFocus("code"), [setFocus, kind]);

  async function submit({ code }: { code: string }) {
    try {
      await logInBy(() => verifyCode(code, kind));
      alerts.succeeded(wording.alerts.loggedIn);
    } catch (error) {
      const over = error instanceof ApiProblem && error.code === "unauthenticated";
      if (!over) throw error;
      onBack(error.message);
    }
  }

  return (
    <Form form={form} onSubmit={submit}>
      <h2 className="font-display text-subtitle">{t.oneMoreStep}</h2>
      <FormProblem />
      <CodeField
        kind={kind}
        onKind={(next) => {
          resetField("code");
          setKind(next);
        }}
        {...fieldOf(form, "code", {
          validate: (code) => code.trim() !== "" || proofs.codeMissing,
        })}
      />
      <SubmitButton>{wording.nav.login}</SubmitButton>
      <button type="button" className="btn btn-ghost" onClick={() => onBack()}>
        {t.back}
      </button>
    </Form>
  );
}
