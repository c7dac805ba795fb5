import { useMutation, useQuery } from "@tanstack/react-query";
import { Notice } from "../components/notice.tsx";
import { RetryNotice } from "../components/retry-notice.tsx";
import { signInWaysQuery } from "./account-queries.ts";
import { ChangePasswordForm } from "./change-password-form.tsx";
import { requestPasswordReset } from "./provider.ts";

/** Changing the password requires the old one; setting the first one requires the mailbox. */
export function OwnPassword({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(signInWaysQuery);
  if (data?.some(({ providerId }) => providerId === "credential")) return <ChangePasswordForm />;
  if (data) return <FirstPassword email={email} />;
  if (error) {
    return (
      <RetryNotice title="We can't show your password's state" problem={error} onRetry={refetch} />
    );
  }
  return <div className="skeleton h-96 max-w-md rounded-panel" />;
}

function FirstPassword({ email }: { email: string }) {
  const mail = useMutation({ mutationFn: () => requestPasswordReset(email) });
  if (mail.isSuccess) {
    return (
      <Notice tone="info">
        The mail is on its way to <strong className="break-all">{email}</strong>. Open the link in
        it to set your password.
      </Notice>
    );
  }
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose">
        You have no password yet: you log in through another site. We can send you a mail with a
        link to set one.
      </p>
      <button
        type="button"
        className="btn btn-primary"
        disabled={mail.isPending}
        onClick={() => mail.mutate()}
      >
        Send me the mail
      </button>
      {mail.error && <Notice tone="error">{mail.error.message}</Notice>}
    </div>
  );
}
