import { useForm } from "react-hook-form";
import * as t from "#words/brand";
import * as wording from "#words/specified";
import {
  ANSWER_MAX,
  FAQ_MAX,
  FEEDBACK_MAX,
  TESTIMONIALS_MAX,
} from "../../../contract/brand-limits.ts";
import { routes } from "../../../contract/routes.ts";
import { type Language, languages } from "../../../words/generated/languages.ts";
import { Field } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { TextArea } from "../../components/text-area.tsx";
import { alerts } from "../../lib/alerts.ts";
import { callRoute } from "../../lib/api.ts";
import { fieldOf } from "../../lib/forms.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { sentences } from "../../lib/sentences.ts";
import { OrderedFields } from "./ordered-fields.tsx";
import { showBrand } from "./show-brand.ts";
import { inForm, type Reset, type Texts, type Typed, toBody } from "./text-form.ts";

interface SiteTextsFormProps {
  language: Language;
  texts: Texts;
}

export function SiteTextsForm({ language, texts }: SiteTextsFormProps) {
  const change = useRouteMutation(routes.changeSiteTexts);
  const form = useForm({ defaultValues: inForm(texts) });
  const { tag, direction } = languages[language];
  const written = { lang: tag, dir: direction, autoComplete: "off" };

  /** One call for each list, because both together may be more than a request can carry. */
  async function send({ testimonials, ...texts }: ReturnType<typeof toBody> | Partial<Reset>) {
    await change.mutateAsync({ body: { language, ...texts } });
    if (testimonials !== undefined) await change.mutateAsync({ body: { language, testimonials } });
    form.reset(inForm(await callRoute(routes.readSiteTexts, { query: { language } })));
    await showBrand();
  }

  async function save(typed: Typed) {
    await send(toBody(typed, form.formState.defaultValues as Typed));
    alerts.succeeded(t.saved);
  }

  async function reset() {
    const agreed = await alerts.confirm({
      title: t.texts.resetQuestion({ language: languages[language].name }),
      text: t.texts.resetText,
      action: t.removePicture,
    });
    const all: Reset = { motto: null, copyright: null, faq: null, testimonials: null };
    if (agreed) await alerts.outcome(send(all), { done: t.saved, failed: t.notSaved });
  }

  return (
    <Form form={form} onSubmit={save} className="grid-cols-1 gap-6">
      <Field
        label={t.texts.motto}
        hint={t.without({ value: texts.builtIn.motto })}
        {...written}
        {...fieldOf(form, "motto")}
      />
      <Field
        label={t.texts.copyright}
        hint={t.without({ value: texts.builtIn.copyright })}
        {...written}
        {...fieldOf(form, "copyright")}
      />
      <OrderedFields
        form={form}
        name="faq"
        labels={t.texts.faq}
        hint={t.texts.faq.hint({ ending: wording.landing.questionsAsked })}
        limit={FAQ_MAX}
        blank={{ id: "", question: "", answer: "" }}
      >
        {(index) => (
          <>
            <Field
              label={t.texts.faq.question}
              required
              {...written}
              {...fieldOf(form, `faq.${index}.question`)}
            />
            <TextArea
              label={t.texts.faq.answer}
              required
              rows={3}
              limit={ANSWER_MAX}
              {...written}
              {...fieldOf(form, `faq.${index}.answer`)}
            />
          </>
        )}
      </OrderedFields>
      <OrderedFields
        form={form}
        name="testimonials"
        labels={t.texts.testimonials}
        hint={sentences(t.texts.testimonials.hint, t.texts.testimonials.imageHint)}
        limit={TESTIMONIALS_MAX}
        blank={{ name: "", feedback: "", date: "", image: "", language }}
      >
        {(index) => (
          <>
            <Field
              label={t.texts.testimonials.name}
              required
              {...written}
              dir="auto"
              {...fieldOf(form, `testimonials.${index}.name`)}
            />
            <TextArea
              label={t.texts.testimonials.feedback}
              required
              rows={3}
              limit={FEEDBACK_MAX}
              {...written}
              {...fieldOf(form, `testimonials.${index}.feedback`)}
            />
            <Field
              label={t.texts.testimonials.date}
              type="date"
              required
              {...fieldOf(form, `testimonials.${index}.date`)}
            />
            <Field
              label={t.texts.testimonials.image}
              type="url"
              dir="ltr"
              autoComplete="off"
              {...fieldOf(form, `testimonials.${index}.image`)}
            />
          </>
        )}
      </OrderedFields>
      <FormProblem title={t.notSaved} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton repeats>{t.texts.save}</SubmitButton>
        <button type="button" className="btn btn-outline" onClick={() => void reset()}>
          {t.texts.reset}
        </button>
      </div>
    </Form>
  );
}
