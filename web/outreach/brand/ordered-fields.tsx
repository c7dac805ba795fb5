import { type ReactNode, useId, useState } from "react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import * as t from "#words/brand";
import { StrokeIcon } from "../../components/stroke-icon.tsx";
import type { Typed } from "./text-form.ts";

interface OrderedFieldsProps<Name extends "faq" | "testimonials"> {
  form: UseFormReturn<Typed>;
  name: Name;
  labels: {
    title(given: { count: number }): string;
    item(given: { place: number }): string;
    add: string;
  };
  hint: string;
  limit: number;
  blank: Typed[Name][number];
  children: (index: number) => ReactNode;
}

/** A list whose items can be added, removed and moved, by keyboard too. Folded, because it is long. */
export function OrderedFields<Name extends "faq" | "testimonials">(
  props: OrderedFieldsProps<Name>,
) {
  const { form, name, labels, hint, limit, blank, children } = props;
  const id = useId();
  const [moved, setMoved] = useState("");
  // Questions have an `id` of their own.
  const list = useFieldArray<Typed, "faq" | "testimonials", "key">({
    control: form.control,
    name,
    keyName: "key",
  });
  const count = list.fields.length;
  const idOf = (button: string, index: number) => `${id}-${button}-${index}`;

  /** After the render: until then, the button that was pressed is in its old place, or still there. */
  function focus(...ids: string[]) {
    setTimeout(() => {
      const buttons = ids.map((each) => document.getElementById(each) as HTMLButtonElement | null);
      buttons.find((button) => button && !button.disabled)?.focus();
    });
  }

  function move(index: number, step: 1 | -1) {
    const place = index + step;
    list.swap(index, place);
    setMoved(t.texts.moved({ place: place + 1, count }));
    const [pressed, other] = step > 0 ? ["down", "up"] : ["up", "down"];
    focus(idOf(pressed, place), idOf(other, place));
  }

  function remove(index: number) {
    list.remove(index);
    focus(idOf("remove", Math.min(index, count - 2)), idOf("add", 0));
  }

  return (
    <details className="rounded-panel border border-base-300">
      <summary className="cursor-pointer rounded-panel px-4 py-3 font-semibold">
        {labels.title({ count })}
      </summary>
      <div className="grid gap-4 px-4 pb-4">
        <p className="text-sm text-muted text-pretty">{hint}</p>
        {list.fields.map(({ key }, index) => (
          <fieldset key={key} className="grid gap-4 rounded-field border border-base-300 p-4">
            <legend className="px-1 font-display font-bold">
              {labels.item({ place: index + 1 })}
            </legend>
            {children(index)}
            <div className="flex flex-wrap gap-2">
              <MoveButton
                id={idOf("up", index)}
                label={t.texts.moveUp}
                d="m6 15 6-6 6 6"
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <MoveButton
                id={idOf("down", index)}
                label={t.texts.moveDown}
                d="m6 9 6 6 6-6"
                disabled={index === count - 1}
                onClick={() => move(index, 1)}
              />
              <button
                type="button"
                id={idOf("remove", index)}
                className="btn btn-outline ms-auto"
                onClick={() => remove(index)}
              >
                {t.removePicture}
              </button>
            </div>
          </fieldset>
        ))}
        <button
          type="button"
          id={idOf("add", 0)}
          className="btn btn-outline justify-self-start"
          disabled={count >= limit}
          onClick={() => list.append(blank)}
        >
          {labels.add}
        </button>
        <p role="status" className="sr-only">
          {moved}
        </p>
      </div>
    </details>
  );
}

interface MoveButtonProps {
  id: string;
  label: string;
  d: string;
  disabled: boolean;
  onClick: () => void;
}

function MoveButton({ id, label, d, disabled, onClick }: MoveButtonProps) {
  return (
    <button
      type="button"
      id={id}
      aria-label={label}
      disabled={disabled}
      className="btn btn-outline btn-square"
      onClick={onClick}
    >
      <StrokeIcon d={d} className="size-5" />
    </button>
  );
}
