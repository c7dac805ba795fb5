import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { Notice } from "../components/notice.tsx";
import { QrCode } from "../components/qr-code.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { showFormProblem } from "../lib/form-problem.ts";
import { CodeField } from "./code-field.tsx";
import { verifyCode } from "./second-factors.ts";

interface TwoFactorSetUpProps {
  /** What the QR code says; the secret is in it. */
  address: string;
  secret: string;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

/** The app learns the secret, and a code shows that it has. */
export function TwoFactorSetUp({ address, secret, onDone, onCancel }: TwoFactorSetUpProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => setFocus("code"), [setFocus]);

  const submit = handleSubmit(async ({ code }) => {
    try {
      await verifyCode(code, "app");
      await onDone();
    } catch (error) {
      showFormProblem(error, ["code"], setError);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p>
        Scan this with an authenticator app, such as the one of your password manager. Then type the
        six digits that it shows.
      </p>
      <div className="grid items-center gap-5 sm:grid-cols-[11rem_1fr]">
        <div className="w-44">
          <QrCode text={address} label="QR code for your authenticator app" />
        </div>
        <div className="grid gap-1">
          <p className="text-sm text-muted">Or type this key into the app:</p>
          <p className="font-mono text-sm break-all select-all">
            {secret.match(/.{1,4}/g)?.join(" ")}
          </p>
        </div>
      </div>
      {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
      <CodeField
        kind="app"
        error={errors.code?.message}
        {...register("code", { required: "Please type the code" })}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton busy={isSubmitting}>Switch it on</SubmitButton>
        <button type="button" className="btn btn-outline" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
