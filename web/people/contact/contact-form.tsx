import { useState } from "react";
import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import type { z } from "zod";
import * as t from "#words/contact";
import { sentences } from "#words/fields";
import * as wording from "#words/specified";
import { contactRoutes, MESSAGE_MAX } from "../../../contract/contact.ts";
import { routes } from "../../../contract/routes.ts";
import { languages } from "../../../words/generated/languages.ts";
import { Field } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextArea } from "../../components/text-area.tsx";
import { fieldOf } from "../../lib/forms.ts";
import { ownLanguage } from "../../lib/language.ts";
import { resolverOf } from "../../lib/resolver.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { useSession } from "../identity/session.tsx";

const letter = contactRoutes.sendMessage.body;

const whatIsMissing: Record<string, string> = {
  name: t.nameMissing,
  email: sentences.email,
  message: t.messageTooShort({ limit: letter.shape.message.minLength ?? 0 }),
};

const resolver = resolverOf(letter, ({ code, path }) =>
  code === "too_big" ? t.messageTooLong : whatIsMissing[String(path?.[0])],
);

/** The footer of a translated page leads here. */
const translationWords = `${t.aboutTranslation({ language: languages[ownLanguage].name })}\n`;

export function ContactForm() {
  const { user } = useSession();
  const sendMessage = useRouteMutation(routes.sendMessage);
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const [search] = useSearchParams();
  const message = search.get("about") === "translation" ? translationWords : "";
  const form = useForm({
    resolver,
    defaultValues: { name: "", email: "", message },
    // Name and e-mail may load after somebody has started to type, which is then kept.
    values: user ? { name: user.displayName, email: user.email, message } : undefined,
    resetOptions: { keepDirtyValues: true },
  });

  async function submit(body: z.output<typeof letter>) {
    await sendMessage.mutateAsync({ body });
    form.resetField("message");
    setSentFrom(body.email);
  }

  if (sentFrom) {
    return (
      // Focused, because the button that sent it is gone, and so that screen readers read it.
      <div ref={(thanks) => thanks?.focus()} tabIndex={-1} className="grid gap-5 outline-none">
        <Notice tone="success">
          <p className="font-semibold">{t.thanks}</p>
          <p>{t.answerGoesTo({ email: sentFrom })}</p>
        </Notice>
        <button
          type="button"
          className="btn btn-outline justify-self-start"
          onClick={() => setSentFrom(null)}
        >
          {t.writeAnother}
        </button>
      </div>
    );
  }
  return (
    <Form form={form} onSubmit={submit}>
      <Field label={wording.fields.name} required autoComplete="name" {...fieldOf(form, "name")} />
      <Field
        label={wording.fields.email}
        required
        type="email"
        autoComplete="email"
        hint={t.emailHint}
        {...fieldOf(form, "email")}
      />
      <TextArea
        label={t.message}
        required
        rows={6}
        className="min-h-40"
        limit={MESSAGE_MAX}
        {...fieldOf(form, "message")}
      />
      <FormProblem title={t.notSent} />
      <SubmitButton repeats>{t.send}</SubmitButton>
    </Form>
  );
}
