import { useMutation } from "@tanstack/react-query";
import * as t from "#words/emailConfirmation";
import { Notice } from "../../components/notice.tsx";
import { type SessionUser, sendVerificationMail } from "./provider.ts";

export function EmailConfirmation({ user }: { user: SessionUser }) {
  const mail = useMutation({ mutationFn: () => sendVerificationMail(user.email) });
  const email = () => (
    <strong dir="ltr" className="break-all">
      {user.email}
    </strong>
  );

  if (user.emailVerified) {
    return <Notice tone="success">{t.addressConfirmed({ email })}</Notice>;
  }
  if (mail.isSuccess) {
    return <Notice tone="info">{t.sent({ email })}</Notice>;
  }
  return (
    <div className="grid gap-3">
      <Notice
        tone="warning"
        actions={
          <button
            type="button"
            className="btn btn-outline"
            disabled={mail.isPending}
            onClick={() => mail.mutate()}
          >
            {t.sendAgain}
          </button>
        }
      >
        {t.addressNotConfirmed({ email })}
      </Notice>
      {mail.error && <Notice tone="error">{mail.error.message}</Notice>}
    </div>
  );
}
