import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as t from "#words/emailConfirmation";
import { Notice } from "../../components/notice.tsx";
import { PressButton } from "../../components/press-button.tsx";
import { type SessionUser, sendVerificationMail } from "./provider.ts";

export function EmailConfirmation({ user }: { user: SessionUser }) {
  const email = () => <Address>{user.email}</Address>;
  if (user.emailVerified) {
    return <Notice tone="success">{t.addressConfirmed({ email })}</Notice>;
  }
  return <Unconfirmed to={user.email}>{t.addressNotConfirmed({ email })}</Unconfirmed>;
}

/** Sends the mail that confirms this address once more, and says so. */
export function Unconfirmed({ to, children }: { to: string; children: ReactNode }) {
  const mail = useMutation({ mutationFn: () => sendVerificationMail(to) });
  if (mail.isSuccess) return <ConfirmationSent to={to} />;
  const again = (
    <PressButton isBusy={mail.isPending} onPress={() => mail.mutate()}>
      {t.sendAgain}
    </PressButton>
  );
  return (
    <div className="grid gap-3">
      <Notice tone="warning" actions={again}>
        {children}
      </Notice>
      {mail.error && <Notice tone="error">{mail.error.message}</Notice>}
    </div>
  );
}

export function ConfirmationSent({ to }: { to: string }) {
  return <Notice tone="info">{t.sent({ email: () => <Address>{to}</Address> })}</Notice>;
}

function Address({ children }: { children: string }) {
  return (
    <strong dir="ltr" className="break-all">
      {children}
    </strong>
  );
}
