import { useMutation } from "@tanstack/react-query";
import { Notice } from "../components/notice.tsx";
import { type SessionUser, sendVerificationMail } from "./provider.ts";

export function EmailConfirmation({ user }: { user: SessionUser }) {
  const mail = useMutation({ mutationFn: () => sendVerificationMail(user.email) });

  if (user.emailVerified) {
    return (
      <Notice tone="success">
        <strong className="break-all">{user.email}</strong> is confirmed.
      </Notice>
    );
  }
  if (mail.isSuccess) {
    return (
      <Notice tone="info">
        The mail is on its way to <strong className="break-all">{user.email}</strong>. Open the link
        in it to confirm your e-mail.
      </Notice>
    );
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
            Send the mail again
          </button>
        }
      >
        <strong className="break-all">{user.email}</strong> is not confirmed yet.
      </Notice>
      {mail.error && <Notice tone="error">{mail.error.message}</Notice>}
    </div>
  );
}
