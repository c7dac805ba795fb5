import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { wording } from "../../contract/wording.ts";
import { Notice } from "../components/notice.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { alerts } from "../lib/alerts.ts";
import { ApiProblem } from "../lib/api.ts";
import { showFormProblem } from "../lib/form-problem.ts";
import { CodeField, useCodeKind } from "./code-field.tsx";
import { verifyCode } from "./second-factors.ts";
import { useSession } from "./session.tsx";

interface CodeStepProps {
  /** Back to the password, with the reason if the person did not ask for it. */
  onBack: (reason?: string) => void;
}

/** What comes after the right password, for whoever has two-factor sign-in. */
export function CodeStep({ onBack }: CodeStepProps) {
  const { logInBy } = useSession();
  const [kind, setKind] = useCodeKind();
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm({
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = formState;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind is another field.
  useEffect(() => setFocus("code"), [setFocus, kind]);

  const submit = handleSubmit(async ({ code }) => {
    try {
      await logInBy(() => verifyCode(code, kind));
      void alerts.show({ icon: "success", title: wording.alerts.loggedIn });
    } catch (error) {
      const over = error instanceof ApiProblem && error.code === "unauthenticated";
      if (over) onBack(error.message);
      else showFormProblem(error, ["code"], setError);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <h2 className="font-display text-subtitle">One more step</h2>
      {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
      <CodeField
        kind={kind}
        onKind={(next) => {
          resetField("code");
          setKind(next);
        }}
        error={errors.code?.message}
        {...register("code", { validate: (code) => code.trim() !== "" || "Please type the code" })}
      />
      <SubmitButton busy={isSubmitting}>{wording.nav.login}</SubmitButton>
      <button type="button" className="btn btn-ghost" onClick={() => onBack()}>
        Back
      </button>
    </form>
  );
}
