import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as t from "#words/common";
import * as reasonWords from "#words/reasons";
import type { Reason } from "../../contract/survey-status.ts";
import { fieldOf } from "../lib/forms.ts";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Form, FormProblem, SubmitButton } from "./form.tsx";
import { SelectField } from "./select-field.tsx";
import { TextArea } from "./text-area.tsx";

interface TextDialogProps<Chosen extends Reason> {
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
  /** From which one can be chosen. With one of them the text may be empty. */
  reasons?: readonly Chosen[];
  action: string;
  onSend: (text: string, reason: Chosen | undefined) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a name or a message before something is done. */
export function TextDialog<Chosen extends Reason = never>(props: TextDialogProps<Chosen>) {
  const { title, lead, label, field, limit, required, start = "", line, action } = props;
  const { reasons, onSend, onClose } = props;
  const form = useForm({ defaultValues: { text: start, reason: "" } });
  const { text, reason } = useWatch({ control: form.control });
  const length = (text ?? "").trim().length;
  const input = fieldOf(form, "text", {
    validate: (text, { reason }) =>
      (text.trim() === "" && reason === "" && required) ||
      (text.trim().length > limit && t.tooLong) ||
      true,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {lead}
      <Form
        form={form}
        onSubmit={({ text, reason }) =>
          onSend(
            text.trim(),
            reasons?.find((one) => one === reason),
          )
        }
        names={{ [field]: "text" }}
        className="gap-4"
      >
        {reasons && (
          <SelectField label={reasonWords.label} {...fieldOf(form, "reason")}>
            <option value="">{reasonWords.none}</option>
            {reasons.map((one) => (
              <option key={one} value={one}>
                {reasonWords.sentences[one]}
              </option>
            ))}
          </SelectField>
        )}
        {line ? (
          <Field label={label} required hint={line.hint} maxLength={limit} {...input} />
        ) : (
          <TextArea
            label={label}
            required={required !== undefined && !reason}
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
