import { createContext, type ReactNode, use } from "react";
import {
  type Control,
  type FieldValues,
  type UseFormReturn,
  useFormState,
  useWatch,
} from "react-hook-form";
import * as t from "#words/common";
import { type FieldNames, submitTo } from "../lib/forms.ts";
import { sentences } from "../lib/sentences.ts";
import { Notice } from "./notice.tsx";

interface FormState {
  control?: Control;
  busy: boolean;
  /** Why it was not sent, if no single field is the reason. */
  problem?: string | undefined;
}

const FormContext = createContext<FormState>({ busy: false });

interface FormProps<Values extends FieldValues, Sent> {
  form: UseFormReturn<Values, unknown, Sent>;
  /** Its errors are shown at the fields that the server names, otherwise in `FormProblem`. */
  onSubmit: (values: Sent) => unknown;
  names?: FieldNames<Values>;
  className?: string;
  children: ReactNode;
}

export function Form<Values extends FieldValues, Sent>(props: FormProps<Values, Sent>) {
  const { form, onSubmit, names, className = "gap-5", children } = props;
  // For `useTyped`, which doesn't know of what kind the other fields are.
  const control = form.control as Control;
  const { isSubmitting, errors } = useFormState({ control });
  return (
    <FormContext value={{ control, busy: isSubmitting, problem: errors.root?.message }}>
      <form noValidate onSubmit={submitTo(form, onSubmit, names)} className={`grid ${className}`}>
        {children}
      </form>
    </FormContext>
  );
}

/** What is typed into a field of the `Form` around it. */
export function useTyped(name: string): string {
  const { control } = use(FormContext);
  return useWatch({ control, name }) ?? "";
}

interface FormProblemProps {
  /** What was not done, such as `Your message is not sent yet`. */
  title?: string;
  kept?: string;
  /** Buttons or links that help. */
  actions?: ReactNode;
}

export function FormProblem({ title, kept = t.textKept, actions }: FormProblemProps) {
  const { problem } = use(FormContext);
  if (!problem) return null;
  if (!title) return <Notice tone="error">{problem}</Notice>;
  return (
    <Notice tone="error" actions={actions}>
      <p className="font-semibold">{title}</p>
      <p>{sentences(problem, kept)}</p>
    </Notice>
  );
}

interface SubmitButtonProps {
  /** Only needed outside of a `Form`. */
  busy?: boolean;
  /** Whether it says "Try again" after a problem. */
  repeats?: boolean;
  /** It does nothing yet. Not `disabled`, because assistive programs would say so, for a second. */
  waits?: boolean;
  children: ReactNode;
}

export function SubmitButton({ busy, repeats, waits = false, children }: SubmitButtonProps) {
  const form = use(FormContext);
  const isBusy = busy ?? form.busy;
  return (
    <button
      type="submit"
      className="btn btn-primary"
      disabled={isBusy}
      aria-busy={isBusy}
      data-waits={waits || undefined}
      onClick={(event) => waits && event.preventDefault()}
    >
      {isBusy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {repeats && form.problem && !isBusy ? t.tryAgain : children}
    </button>
  );
}
