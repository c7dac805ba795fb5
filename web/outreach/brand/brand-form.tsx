import { useForm, useWatch } from "react-hook-form";
import * as t from "#words/brand";
import * as common from "#words/common";
import { sentences } from "#words/fields";
import { pictureUses } from "../../../contract/brand.ts";
import { brandColours } from "../../../contract/brand-colours.ts";
import { OPERATOR_ADDRESS_MAX } from "../../../contract/brand-limits.ts";
import { routes } from "../../../contract/routes.ts";
import { Field } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { TextArea } from "../../components/text-area.tsx";
import { alerts } from "../../lib/alerts.ts";
import { fieldOf } from "../../lib/forms.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { ColourPreview } from "./colour-preview.tsx";
import { type SiteBrand, showBrand } from "./show-brand.ts";

const EXAMPLE = "#3a33c4";
const isColour = /^#[0-9a-f]{6}$/i;

const empty = { name: "", colour: "", operatorName: "", operatorAddress: "", operatorEmail: "" };
type Typed = typeof empty;
const fields = Object.keys(empty) as (keyof Typed)[];

function inForm(set: SiteBrand["set"]): Typed {
  return Object.fromEntries(fields.map((field) => [field, set[field] ?? ""])) as Typed;
}

/** An empty field is what the settings say. */
function toBody(typed: Typed) {
  const values = fields.map((field) => [field, typed[field].trim() || null]);
  return Object.fromEntries(values) as Record<keyof Typed, string | null>;
}

export function BrandForm({ brand: { set, settings } }: { brand: SiteBrand }) {
  const change = useRouteMutation(routes.changeBrand);
  const changePicture = useRouteMutation(routes.changeBrandPicture);
  const form = useForm({ defaultValues: inForm(set) });
  const colour = useWatch({ control: form.control, name: "colour" });
  const isTyped = isColour.test(colour.trim());
  const isGrey = isTyped && !brandColours(colour.trim());
  const without = (value: string | null) => t.without({ value: value ?? t.nothing });

  async function save(typed: Typed) {
    await change.mutateAsync({ body: toBody(typed) });
    await showBrand();
    alerts.succeeded(t.saved);
  }

  async function reset() {
    const agreed = await alerts.confirm({
      title: t.resetQuestion,
      text: t.resetText,
      action: t.removePicture,
    });
    if (!agreed) return;
    const all = async () => {
      await change.mutateAsync({ body: toBody(empty) });
      for (const use of pictureUses) {
        if (set[use]) await changePicture.mutateAsync({ body: { use, picture: null } });
      }
      form.reset(empty);
      await showBrand();
    };
    await alerts.outcome(all(), { done: t.saved, failed: t.notSaved });
  }

  return (
    <Form form={form} onSubmit={save} className="max-w-prose grid-cols-1 gap-5">
      <Field
        label={t.name}
        dir="auto"
        autoComplete="off"
        hint={without(settings.name)}
        {...fieldOf(form, "name")}
      />
      <Field
        label={t.colour}
        dir="ltr"
        autoComplete="off"
        placeholder={EXAMPLE}
        hint={
          isGrey ? sentences["colour.grey"] : t.without({ value: settings.colour ?? t.builtIn })
        }
        after={
          <input
            type="color"
            aria-label={t.pickColour}
            className="size-9 shrink-0 cursor-pointer"
            value={isTyped ? colour.trim().toLowerCase() : (settings.colour ?? EXAMPLE)}
            onChange={({ target }) =>
              form.setValue("colour", target.value, { shouldDirty: true, shouldValidate: true })
            }
          />
        }
        {...fieldOf(form, "colour")}
      />
      <ColourPreview colour={isTyped && !isGrey ? colour.trim() : settings.colour} />
      <Field
        label={t.operatorName}
        dir="auto"
        autoComplete="off"
        hint={without(settings.operatorName)}
        {...fieldOf(form, "operatorName")}
      />
      <TextArea
        label={t.operatorAddress}
        dir="auto"
        rows={3}
        limit={OPERATOR_ADDRESS_MAX}
        {...fieldOf(form, "operatorAddress")}
      />
      <Field
        label={t.operatorEmail}
        type="email"
        dir="ltr"
        autoComplete="off"
        hint={without(settings.operatorEmail)}
        {...fieldOf(form, "operatorEmail")}
      />
      <FormProblem title={t.notSaved} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton repeats>{common.save}</SubmitButton>
        <button type="button" className="btn btn-outline" onClick={() => void reset()}>
          {t.reset}
        </button>
      </div>
    </Form>
  );
}
