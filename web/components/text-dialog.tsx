import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as t from "#words/common";
import { fieldOf } from "../lib/forms.ts";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Form, FormProblem, SubmitButton } from "./form.tsx";
import { TextArea } from "./text-area.tsx";

interface TextDialogProps {
  title: string;
  /** What it is about. */
  lead?: ReactNode;
  label: string;
  /** The server's name for the text, its length limit, and the message if it must not be empty. */
  field: string;
  limit: number;
  required?: string;
  /** The text to start with. */
  start?: string;
  /** For a single line instead of a text area: the hint below it. */
  line?: { hint: string };
  action: string;
  onSend: (text: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a name or a message before something is done. */
export function TextDialog(props: TextDialogProps) {
  const { title, lead, label, field, limit, required, start = "", line, action } = props;
  const { onSend, onClose } = props;
  const form = useForm({ defaultValues: { text: start } });
  const length = useWatch({ control: form.control, name: "text" }).trim().length;
  const input = fieldOf(form, "text", {
    validate: (text) =>
      (text.trim() === "" && required) || (text.trim().length > limit && t.tooLong) || true,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {lead}
      <Form
        form={form}
        onSubmit={({ text }) => onSend(text.trim())}
        names={{ [field]: "text" }}
        className="gap-4"
      >
        {line ? (
          <Field label={label} required hint={line.hint} maxLength={limit} {...input} />
        ) : (
          <TextArea
            label={label}
            required
            rows={4}
            className="min-h-28"
            length={length}
            limit={limit}
            {...input}
          />
        )}
        <FormProblem />
        <div className="flex flex-wrap gap-2">
          <SubmitButton>{action}</SubmitButton>
          <button type="button" className="btn btn-outline" onClick={onClose}>
            {t.cancel}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
