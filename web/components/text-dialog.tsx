import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as t from "#words/common";
import { fieldOf } from "../lib/forms.ts";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Form, FormProblem, SubmitButton } from "./form.tsx";
import { SelectField } from "./select-field.tsx";
import { TextArea } from "./text-area.tsx";

/** Codes, each with a sentence. */
export interface Choices<Code extends string> {
  label: string;
  none: string;
  sentences: readonly (readonly [Code, string])[];
}

interface TextDialogProps<Code extends string> {
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
  choices?: Choices<Code>;
  action: string;
  onSend: (text: string, chosen: Code | undefined) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a name or a message before something is done. */
export function TextDialog<Code extends string = never>(props: TextDialogProps<Code>) {
  const { title, lead, label, field, limit, required, start = "", line, action } = props;
  const { choices, onSend, onClose } = props;
  const form = useForm({ defaultValues: { text: start, choice: "" } });
  const choice = useWatch({ control: form.control, name: "choice" });
  const input = fieldOf(form, "text", {
    validate: (text, { choice }) =>
      (text.trim() === "" && choice === "" && required) ||
      (text.trim().length > limit && t.tooLong) ||
      true,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {lead}
      <Form
        form={form}
        onSubmit={({ text, choice }) => {
          const [chosen] = choices?.sentences.find(([code]) => code === choice) ?? [];
          return onSend(text.trim(), chosen);
        }}
        names={{ [field]: "text" }}
        className="gap-4"
      >
        {choices && (
          <SelectField label={choices.label} {...fieldOf(form, "choice")}>
            <option value="">{choices.none}</option>
            {choices.sentences.map(([code, sentence]) => (
              <option key={code} value={code}>
                {sentence}
              </option>
            ))}
          </SelectField>
        )}
        {line ? (
          <Field label={label} required hint={line.hint} maxLength={limit} {...input} />
        ) : (
          <TextArea
            label={label}
            required={required !== undefined && !choice}
            rows={4}
            className="min-h-28"
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
