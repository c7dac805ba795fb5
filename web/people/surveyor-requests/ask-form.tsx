import { useForm } from "react-hook-form";
import * as t from "#words/surveyorRequests";
import { routes } from "../../../contract/routes.ts";
import { REQUEST_MAX } from "../../../contract/surveyor-request-limits.ts";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { TextArea } from "../../components/text-area.tsx";
import { alerts } from "../../lib/alerts.ts";
import { fieldOf } from "../../lib/forms.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";

export function AskForm() {
  const ask = useRouteMutation(routes.askToBeSurveyor);
  const form = useForm({ defaultValues: { reason: "" } });

  async function send({ reason }: { reason: string }) {
    await ask.mutateAsync({ body: { reason: reason.trim() } });
    alerts.succeeded(t.sent);
  }

  return (
    <Form form={form} onSubmit={send} className="max-w-prose gap-5">
      <TextArea
        label={t.why}
        rows={5}
        className="min-h-32"
        limit={REQUEST_MAX}
        {...fieldOf(form, "reason", {
          validate: (reason) =>
            (reason.trim() === "" && t.reasonMissing) ||
            (reason.trim().length > REQUEST_MAX && t.reasonTooLong) ||
            true,
        })}
      />
      <FormProblem title={t.notSent} />
      <SubmitButton repeats>{t.send}</SubmitButton>
    </Form>
  );
}
