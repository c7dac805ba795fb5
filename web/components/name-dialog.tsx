import { useForm } from "react-hook-form";
import { showFormProblem } from "../lib/form-problem.ts";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Notice } from "./notice.tsx";
import { SubmitButton } from "./submit-button.tsx";

interface NameDialogProps {
  title: string;
  label: string;
  hint: string;
  limit: number;
  /** What stands in the field at first. */
  start: string;
  action: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a short name. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, hint, limit, start, action, onSave, onClose } = props;
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { name: start },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ name }) => {
    try {
      await onSave(name.trim());
    } catch (error) {
      showFormProblem(error, ["name"], setError);
    }
  });

  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label={label}
          hint={hint}
          maxLength={limit}
          error={errors.name?.message}
          {...register("name", { validate: (name) => name.trim() !== "" || "Please type a name" })}
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
