import { useMemo, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useLocation, useNavigate } from "react-router";
import { z } from "zod";
import * as t from "#words/register";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { Field } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { alerts } from "../../lib/alerts.ts";
import { ApiProblem, callRoute } from "../../lib/api.ts";
import { fieldOf } from "../../lib/forms.ts";
import { resolverOf } from "../../lib/resolver.ts";
import { originAt } from "../../lib/route-memory.ts";
import { Consent } from "./consent.tsx";
import { NewPasswordField, usePasswordMinLength } from "./new-password-field.tsx";
import { PhotoChoices } from "./photo-choices.tsx";
import { requiredPhotoUrl } from "./photo-rules.ts";
import type { NewUser, SessionUser } from "./provider.ts";
import { registrationMemory } from "./registration-memory.ts";
import { newPassword, requiredDisplayName, requiredEmail } from "./rules.ts";
import { useSession } from "./session.tsx";

export function RegisterForm() {
  const { createUser } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const minLength = usePasswordMinLength();
  const schema = useMemo(
    () =>
      z.object({
        displayName: requiredDisplayName,
        photoURL: requiredPhotoUrl,
        email: requiredEmail,
        password: newPassword(minLength),
      }),
    [minLength],
  );
  const form = useForm({
    resolver: resolverOf(schema),
    defaultValues: { displayName: "", photoURL: "", email: "", password: "" },
  });
  const typed = useWatch({ control: form.control });
  const [proving, setProving] = useState(false);

  async function submit(values: NewUser) {
    try {
      const signedIn = await proveAndCreate(values);
      const text = signedIn ? undefined : t.openLink;
      void alerts.show({ icon: "success", title: wording.alerts.userCreated, text });
      if (signedIn) return;
      registrationMemory.remember(originAt(location), values);
      navigate(pages.login, { state: location.state });
    } finally {
      setProving(false);
    }
  }

  /** Tried twice: if many people register at once, the server may ask for a harder proof. */
  async function proveAndCreate(values: NewUser, repeat = true): Promise<SessionUser | null> {
    const { challenge } = await callRoute(routes.createSignUpChallenge);
    setProving(challenge !== null);
    const proof = challenge && (await (await import("./solve-challenge.ts")).solve(challenge));
    try {
      return await createUser(proof ? { ...values, proof } : values);
    } catch (error) {
      const again = repeat && error instanceof ApiProblem && error.code === "proof_required";
      if (again) return proveAndCreate(values, false);
      throw error;
    }
  }

  return (
    <Form form={form} onSubmit={submit} names={{ name: "displayName", image: "photoURL" }}>
      <FormProblem />
      <Field
        label={wording.fields.name}
        required
        autoComplete="name"
        {...fieldOf(form, "displayName")}
      />
      <Field
        label={wording.fields.photoUrl}
        required
        type="url"
        autoComplete="photo"
        placeholder="https://"
        hint={t.photoHint}
        {...fieldOf(form, "photoURL")}
      />
      <PhotoChoices
        name={typed.displayName ?? ""}
        chosen={typed.photoURL ?? ""}
        onChoose={(url) => form.setValue("photoURL", url, { shouldValidate: true })}
      />
      <Field
        label={wording.fields.email}
        required
        type="email"
        autoComplete="email"
        {...fieldOf(form, "email")}
      />
      <NewPasswordField
        form={form}
        name="password"
        label={wording.fields.password}
        owner={{ email: typed.email, name: typed.displayName }}
      />
      <Consent />
      <div className="grid gap-2">
        <SubmitButton>{wording.register}</SubmitButton>
        <p role="status" className="text-sm text-muted">
          {proving && t.proving}
        </p>
      </div>
    </Form>
  );
}
