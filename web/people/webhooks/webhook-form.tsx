import { useForm } from "react-hook-form";
import { sentences } from "#words/fields";
import * as t from "#words/webhooks";
import {
  signatureKinds,
  WEBHOOK_TEXT_MAX,
  WEBHOOK_URL_MAX,
  type WebhookEvent,
  webhookEvents,
} from "../../../contract/webhooks.ts";
import { Field } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { optionsOf, SelectField } from "../../components/select-field.tsx";
import { fieldOf } from "../../lib/forms.ts";

export interface WebhookValues {
  url: string;
  description: string;
  events: WebhookEvent[];
  signature: (typeof signatureKinds)[number];
}

interface WebhookFormProps {
  start: WebhookValues;
  /** Only a new one chooses how it is signed. */
  isNew?: boolean;
  action: string;
  notDone: string;
  onSend: (values: WebhookValues) => Promise<unknown>;
}

export function WebhookForm({ start, isNew, action, notDone, onSend }: WebhookFormProps) {
  const form = useForm<WebhookValues>({ defaultValues: start });
  const { error } = form.getFieldState("events", form.formState);
  const events = form.register("events", {
    validate: (chosen) => chosen.length > 0 || t.eventsMissing,
  });
  return (
    <Form form={form} onSubmit={onSend}>
      <Field
        label={t.address}
        required
        type="url"
        dir="ltr"
        maxLength={WEBHOOK_URL_MAX}
        hint={t.addressHint}
        {...fieldOf(form, "url", { required: sentences["webhook.address"] })}
      />
      <Field
        label={t.description}
        maxLength={WEBHOOK_TEXT_MAX}
        autoComplete="off"
        {...fieldOf(form, "description")}
      />
      <fieldset className="grid gap-1" aria-describedby={error && "events-error"}>
        <legend className="font-semibold">{t.tellOf}</legend>
        {webhookEvents.map((event) => (
          <label key={event} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              value={event}
              className="size-5 shrink-0 accent-primary"
              {...events}
            />
            <span>{t.events[event]}</span>
          </label>
        ))}
        {error && (
          <p id="events-error" className="text-sm font-medium text-error">
            {error.message}
          </p>
        )}
      </fieldset>
      {isNew && (
        <SelectField label={t.signature} className="max-w-md" {...form.register("signature")}>
          {optionsOf(signatureKinds, (kind) => t.signatures[kind])}
        </SelectField>
      )}
      <FormProblem title={notDone} />
      <SubmitButton repeats>{action}</SubmitButton>
    </Form>
  );
}
