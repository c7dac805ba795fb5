import { type ChangeEvent, useState } from "react";
import { type UseFormRegisterReturn, useForm } from "react-hook-form";
import * as t from "#words/sandbox";
import { sandboxRoutes } from "../../../contract/payments.ts";
import { Field } from "../../components/field.tsx";
import { ApiProblem, callRoute } from "../../lib/api.ts";
import { resolverOf } from "../../lib/resolver.ts";
import { BankQuestion } from "./bank-question.tsx";
import { cvcDigits, respace, spacedExpiry, spacedNumber } from "./card-typing.ts";
import { PayForm, type ProviderFormProps } from "./pay-form.tsx";
import { TestCards } from "./test-cards.tsx";

const { confirmSandboxPayment, authenticateSandboxPayment } = sandboxRoutes;
const resolver = resolverOf(confirmSandboxPayment.body.omit({ clientSecret: true }));

/** The sandbox's card form. It has its own fields, because no real card is typed into them. */
export function SandboxForm({ clientSecret, onPaid }: ProviderFormProps) {
  const [answerBank, setAnswerBank] = useState<((approve: boolean) => void) | null>(null);
  const { register, trigger, getValues, reset, setFocus, formState } = useForm({
    resolver,
    defaultValues: { number: "", expiry: "", cvc: "" },
  });
  const { errors } = formState;

  async function askBank(): Promise<boolean> {
    const approve = await new Promise<boolean>((resolve) => setAnswerBank(() => resolve));
    setAnswerBank(null);
    return approve;
  }

  async function confirm(secret: string): Promise<string> {
    if (!(await trigger())) {
      throw new ApiProblem("invalid", { detail: t.cardIncomplete });
    }
    const { status, transactionId } = await callRoute(confirmSandboxPayment, {
      body: { clientSecret: secret, ...getValues() },
    });
    if (status === "requires_action") {
      const approve = await askBank();
      await callRoute(authenticateSandboxPayment, { body: { clientSecret: secret, approve } });
    }
    return transactionId;
  }

  function fillTestCard(number: string) {
    // Any date in the future works.
    const nextYear = String(new Date().getFullYear() + 1).slice(-2);
    reset({ number, expiry: `12 / ${nextYear}`, cvc: "123" });
    setFocus("number");
  }

  return (
    <>
      <PayForm
        clientSecret={clientSecret}
        confirm={confirm}
        onPaid={onPaid}
        fields={() => (
          <>
            <Field
              label={t.cardNumber}
              required
              inputMode="numeric"
              dir="ltr"
              autoComplete="cc-number"
              placeholder="1234 1234 1234 1234"
              error={errors.number?.message}
              {...respaced(register("number"), spacedNumber)}
            />
            <div className="grid grid-cols-2 items-start gap-4">
              <Field
                label={t.expiry}
                required
                inputMode="numeric"
                dir="ltr"
                autoComplete="cc-exp"
                placeholder={t.expiryExample}
                error={errors.expiry?.message}
                {...respaced(register("expiry"), spacedExpiry)}
              />
              <Field
                label={t.securityCode}
                required
                inputMode="numeric"
                dir="ltr"
                autoComplete="cc-csc"
                placeholder={t.securityCodeExample}
                error={errors.cvc?.message}
                {...respaced(register("cvc"), cvcDigits)}
              />
            </div>
          </>
        )}
      />
      <TestCards disabled={!clientSecret} onUse={fillTestCard} />
      {answerBank && <BankQuestion onAnswer={answerBank} />}
    </>
  );
}

/** Sets the spaces before the form reads the field. */
function respaced(field: UseFormRegisterReturn, spaced: (typed: string) => string) {
  return {
    ...field,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      respace(event.target, spaced);
      return field.onChange(event);
    },
  };
}
