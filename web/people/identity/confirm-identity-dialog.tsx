import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as common from "#words/common";
import * as t from "#words/proofs";
import * as wording from "#words/specified";
import { Dialog } from "../../components/dialog.tsx";
import { PasswordField } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { fieldOf } from "../../lib/forms.ts";
import { CodeField, useCodeKind } from "./code-field.tsx";
import type { Confirmation, ConfirmationWanted } from "./identity-question.ts";
import { passkeysWork, signInWithPasskey } from "./passkey-calls.ts";
import { readIdentity, renewToken } from "./queries.ts";
import { type ConfirmationWays, confirmationWaysQuery, confirmSignIn } from "./second-factors.ts";
import { useSession } from "./session.tsx";
import { openSocialPopup } from "./social-popup.ts";

interface ConfirmIdentityDialogProps {
  wanted: ConfirmationWanted;
  onAnswer: (confirmation: Confirmation | null) => void;
}

/** Asks for the same as a log-in, without leaving the page. */
export default function ConfirmIdentityDialog({ wanted, onAnswer }: ConfirmIdentityDialogProps) {
  const { data: ways, error } = useQuery(confirmationWaysQuery);
  const asksPassword = ways?.password && (wanted.password || !needsPasskey(ways));
  return (
    <Dialog title={t.title} onClose={() => onAnswer(null)}>
      {error && <Notice tone="error">{error.message}</Notice>}
      {ways && !(wanted.password && ways.password) && (
        <OtherWays ways={ways} onProved={() => onAnswer({})} />
      )}
      {asksPassword && <PasswordWay ways={ways} onProved={onAnswer} />}
      <button
        type="button"
        className="btn btn-ghost justify-self-start"
        onClick={() => onAnswer(null)}
      >
        {common.cancel}
      </button>
    </Dialog>
  );
}

/** The password alone would not be enough: this session has not shown its passkey yet. */
function needsPasskey({ passkeys, twoFactor, proven }: ConfirmationWays): boolean {
  return passkeys > 0 && !twoFactor && !proven && passkeysWork();
}

function PasswordWay({
  ways,
  onProved,
}: {
  ways: ConfirmationWays;
  onProved: (by: Confirmation) => void;
}) {
  const [kind, setKind] = useCodeKind();
  const form = useForm({ defaultValues: { password: "", code: "" } });

  async function submit({ password, code }: { password: string; code: string }) {
    await confirmSignIn(password, ways.twoFactor ? code : undefined);
    await renewToken();
    onProved({ password });
  }

  return (
    <Form form={form} onSubmit={submit} names={{ currentPassword: "password" }} className="gap-4">
      <FormProblem />
      <PasswordField
        label={wording.fields.password}
        required
        autoComplete="current-password"
        autoFocus
        {...fieldOf(form, "password", { required: wording.required.password })}
      />
      {ways.twoFactor && (
        <CodeField
          kind={kind}
          onKind={(next) => {
            form.resetField("code");
            setKind(next);
          }}
          {...fieldOf(form, "code", { required: t.codeMissing })}
        />
      )}
      <SubmitButton>{t.confirm}</SubmitButton>
    </Form>
  );
}

/** A passkey, or a log-in at another site if the account has no password. */
function OtherWays({ ways, onProved }: { ways: ConfirmationWays; onProved: () => void }) {
  const { user, settings } = useSession();
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const social = settings?.socialProviders.filter(({ id }) => ways.social.includes(id)) ?? [];

  async function prove(way: () => Promise<unknown>) {
    setMessage(null);
    setBusy(true);
    try {
      await way();
      const found = await readIdentity();
      if (!found) throw new ApiProblem("unauthenticated", { detail: t.didNotWork });
      // They signed in with another account, so this page must not continue as the first one.
      if (found.email !== user?.email) window.location.reload();
      else onProved();
    } catch (error) {
      setMessage(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {message && <Notice tone="error">{message}</Notice>}
      {ways.passkeys > 0 && passkeysWork() && (
        <button
          type="button"
          className="btn btn-outline"
          disabled={busy}
          onClick={() => void prove(signInWithPasskey)}
        >
          {t.usePasskey}
        </button>
      )}
      {!ways.password &&
        social.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            className="btn btn-outline"
            disabled={busy}
            onClick={() => void prove(() => openSocialPopup(id))}
          >
            {t.continueWith({ provider: label })}
          </button>
        ))}
    </>
  );
}
