import { useMutation, useQuery } from "@tanstack/react-query";
import * as t from "#words/passwords";
import { Notice } from "../../components/notice.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { signInWaysQuery } from "./account-queries.ts";
import { ChangePasswordForm } from "./change-password-form.tsx";
import { requestPasswordReset } from "./provider.ts";

/** Changing the password requires the old one; setting the first one requires the mailbox. */
export function OwnPassword({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(signInWaysQuery);
  if (data?.some(({ providerId }) => providerId === "credential")) return <ChangePasswordForm />;
  if (data) return <FirstPassword email={email} />;
  if (error) {
    return <RetryNotice title={t.stateUnknown} problem={error} onRetry={refetch} />;
  }
  return <div className="skeleton h-96 max-w-md rounded-panel" />;
}

function FirstPassword({ email }: { email: string }) {
  const mail = useMutation({ mutationFn: () => requestPasswordReset(email) });
  if (mail.isSuccess) {
    return (
      <Notice tone="info">
        {t.sentToSet({
          email: () => (
            <strong dir="ltr" className="break-all">
              {email}
            </strong>
          ),
        })}
      </Notice>
    );
  }
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose">{t.none}</p>
      <button
        type="button"
        className="btn btn-primary"
        disabled={mail.isPending}
        onClick={() => mail.mutate()}
      >
        {t.sendMailToSet}
      </button>
      {mail.error && <Notice tone="error">{mail.error.message}</Notice>}
    </div>
  );
}
