import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as t from "#words/profile";
import * as wording from "#words/specified";
import { Dialog } from "../../components/dialog.tsx";
import { PasswordField } from "../../components/field.tsx";
import { Form, FormProblem } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { fieldOf } from "../../lib/forms.ts";
import { signInWaysQuery } from "./account-queries.ts";
import { useSession } from "./session.tsx";

export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  const ways = useQuery(signInWaysQuery);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose">{t.deletionMeans}</p>
      <button
        type="button"
        className="btn btn-outline text-error"
        onClick={() => setOpen(true)}
        disabled={!ways.data}
      >
        {t.deleteAccount}
      </button>
      {ways.error && <Notice tone="error">{ways.error.message}</Notice>}
      {open && ways.data && (
        <DeleteDialog
          hasPassword={ways.data.some(({ providerId }) => providerId === "credential")}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface DeleteDialogProps {
  hasPassword: boolean;
  onClose: () => void;
}

function DeleteDialog({ hasPassword, onClose }: DeleteDialogProps) {
  const { user, deleteAccount } = useSession();
  const form = useForm({ defaultValues: { password: "" } });
  const { isSubmitting } = form.formState;

  async function submit({ password }: { password: string }) {
    await deleteAccount(hasPassword ? password : undefined);
    void alerts.show({
      icon: "success",
      title: t.deleted,
      text: t.deletedThanks,
    });
  }

  return (
    <Dialog title={t.deleteQuestion} onClose={onClose}>
      <p>
        {t.noMoreLogIn({
          email: () => (
            <strong dir="ltr" className="break-all">
              {user?.email}
            </strong>
          ),
        })}
      </p>
      <Form form={form} onSubmit={submit} names={{ currentPassword: "password" }} className="gap-4">
        {hasPassword && (
          <PasswordField
            label={t.yourPassword}
            required
            autoComplete="current-password"
            {...fieldOf(form, "password", { required: wording.required.password })}
          />
        )}
        <FormProblem />
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-outline" onClick={onClose}>
            {t.keepAccount}
          </button>
          <button
            type="submit"
            className="btn btn-error"
            disabled={isSubmitting}
            aria-busy={isSubmitting}
          >
            {t.deleteAccount}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
