import { useEffect } from "react";
import { useForm } from "react-hook-form";
import * as common from "#words/common";
import * as t from "#words/factors";
import * as proofs from "#words/proofs";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { fieldOf } from "../../lib/forms.ts";
import { CodeField } from "./code-field.tsx";
import { verifyCode } from "./second-factors.ts";

interface TwoFactorSetUpProps {
  /** The content of the QR code, which includes the secret. */
  address: string;
  secret: string;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

/** The person adds the secret to their app, and a first code proves that it worked. */
export default function TwoFactorSetUp({ address, secret, onDone, onCancel }: TwoFactorSetUpProps) {
  const form = useForm({ defaultValues: { code: "" } });
  const { setFocus } = form;

  useEffect(() => setFocus("code"), [setFocus]);

  async function submit({ code }: { code: string }) {
    await verifyCode(code, "app");
    await onDone();
  }

  return (
    <Form form={form} onSubmit={submit}>
      <p>{t.scan}</p>
      <div className="grid items-center gap-5 sm:grid-cols-[11rem_1fr]">
        <div className="w-44">
          <QrCode text={address} label={t.qrCode} />
        </div>
        <div className="grid gap-1">
          <p className="text-sm text-muted">{t.orTypeKey}</p>
          <p dir="ltr" className="font-mono text-sm break-all select-all">
            {secret.match(/.{1,4}/g)?.join(" ")}
          </p>
        </div>
      </div>
      <FormProblem />
      <CodeField kind="app" {...fieldOf(form, "code", { required: proofs.codeMissing })} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton>{t.switchOn}</SubmitButton>
        <button type="button" className="btn btn-outline" onClick={onCancel}>
          {common.cancel}
        </button>
      </div>
    </Form>
  );
}
