import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import { REJECTION_MAX } from "../../contract/publication.ts";
import { wording } from "../../contract/wording.ts";
import { showFormProblem } from "../lib/form-problem.ts";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { TextArea } from "./text-area.tsx";

interface MessageDialogProps {
  title: string;
  /** What happens, and who reads the message. */
  lead: ReactNode;
  action: string;
  onSend: (message: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks an admin why a survey does not stay, before it goes. */
export function MessageDialog({ title, lead, action, onSend, onClose }: MessageDialogProps) {
  const { register, handleSubmit, setError, control, formState } = useForm({
    defaultValues: { enteredMessage: "" },
  });
  const { errors, isSubmitting } = formState;
  const length = useWatch({ control, name: "enteredMessage" }).trim().length;

  const submit = handleSubmit(async ({ enteredMessage }) => {
    try {
      await onSend(enteredMessage.trim());
    } catch (error) {
      showFormProblem(error, ["enteredMessage"], setError);
    }
  });

  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-muted">{lead}</p>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextArea
          label="Message"
          rows={4}
          className="min-h-28"
          length={length}
          limit={REJECTION_MAX}
          error={errors.enteredMessage?.message}
          {...register("enteredMessage", {
            validate: (text) =>
              (text.trim() === "" && wording.required.message) ||
              (text.trim().length > REJECTION_MAX && "Please make it shorter") ||
              true,
          })}
        />
        {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
        <div className="flex flex-wrap gap-2">
          <SubmitButton busy={isSubmitting}>{action}</SubmitButton>
          <button type="button" className="btn btn-outline" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
