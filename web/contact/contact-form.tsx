import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { contactRoutes, MESSAGE_MAX } from "../../contract/contact.ts";
import { wording } from "../../contract/wording.ts";
import { Field } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { TextArea } from "../components/text-area.tsx";
import { useSession } from "../identity/session.tsx";
import { alerts } from "../lib/alerts.ts";
import { showFormProblem } from "../lib/form-problem.ts";
import { useIdempotencyKey } from "../lib/idempotency-key.ts";
import { useSendMessage } from "./queries.ts";

const letter = contactRoutes.sendMessage.body;

const whatIsMissing: Record<string, string> = {
  name: "Please tell us your name",
  email: "Must be an e-mail address, like name@example.org",
  message: `Please write at least ${letter.shape.message.minLength} characters`,
};

const resolver = zodResolver(letter, {
  error: ({ code, path }) =>
    code === "too_big" ? "Please make it shorter" : whatIsMissing[String(path?.[0])],
});

export function ContactForm() {
  const { user } = useSession();
  const sendMessage = useSendMessage();
  const { keyFor, forget } = useIdempotencyKey();
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const { register, handleSubmit, setError, resetField, control, formState } = useForm({
    resolver,
    defaultValues: { name: "", email: "", message: "" },
    // Who is signed in may be known only after the first letter is typed, which then stays.
    values: user ? { name: user.displayName, email: user.email, message: "" } : undefined,
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting } = formState;
  const length = useWatch({ control, name: "message" }).trim().length;

  const submit = handleSubmit(async (values) => {
    try {
      await sendMessage.mutateAsync({ ...values, key: keyFor(JSON.stringify(values)) });
      forget();
      resetField("message");
      setSentFrom(values.email);
      void alerts.show({ icon: "success", title: "Message sent" });
    } catch (error) {
      showFormProblem(error, ["name", "email", "message"], setError);
    }
  });

  if (sentFrom) {
    return (
      <div className="grid gap-5">
        <Notice tone="success">
          <p className="font-semibold">Thank you, your message has arrived</p>
          <p>Our answer will go to {sentFrom}.</p>
        </Notice>
        <button
          type="button"
          className="btn btn-outline justify-self-start"
          onClick={() => setSentFrom(null)}
        >
          Write another message
        </button>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label={wording.fields.name}
        autoComplete="name"
        error={errors.name?.message}
        {...register("name")}
      />
      <Field
        label={wording.fields.email}
        type="email"
        autoComplete="email"
        hint="Only to answer you."
        error={errors.email?.message}
        {...register("email")}
      />
      <TextArea
        label="Message"
        rows={6}
        className="min-h-40"
        length={length}
        limit={MESSAGE_MAX}
        error={errors.message?.message}
        {...register("message")}
      />
      {errors.root?.message && (
        <Notice tone="error">
          <p className="font-semibold">Your message is not sent yet</p>
          <p>{errors.root.message} What you wrote is kept here.</p>
        </Notice>
      )}
      <SubmitButton busy={isSubmitting}>
        {errors.root && !isSubmitting ? "Try again" : "Send message"}
      </SubmitButton>
    </form>
  );
}
