import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import { showFormProblem } from "../lib/form-problem.ts";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { TextArea } from "./text-area.tsx";

interface MessageDialogProps {
  title: string;
  /** What it is about. */
  lead: ReactNode;
  label: string;
  /** The contract's name of the message, its limit, and what is said where there is none. */
  field: string;
  limit: number;
  required: string;
  action: string;
  onSend: (message: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a few words before something is done. */
export function MessageDialog(props: MessageDialogProps) {
  const { title, lead, label, field, limit, required, action, onSend, onClose } = props;
  const { register, handleSubmit, setError, control, formState } = useForm<Record<string, string>>({
    defaultValues: { [field]: "" },
  });
  const { errors, isSubmitting } = formState;
  const length = (useWatch({ control, name: field }) ?? "").trim().length;

  const submit = handleSubmit(async ({ [field]: message = "" }) => {
    try {
      await onSend(message.trim());
    } catch (error) {
      showFormProblem(error, [field], setError);
    }
  });

  return (
    <Dialog title={title} onClose={onClose}>
      {lead}
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextArea
          label={label}
          rows={4}
          className="min-h-28"
          length={length}
          limit={limit}
          error={errors[field]?.message}
          {...register(field, {
            validate: (text = "") =>
              (text.trim() === "" && required) ||
              (text.trim().length > limit && "Please make it shorter") ||
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
