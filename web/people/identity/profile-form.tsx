import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import * as common from "#words/common";
import * as t from "#words/profile";
import * as wording from "#words/specified";
import { Avatar } from "../../components/avatar.tsx";
import { Field } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { alerts } from "../../lib/alerts.ts";
import { fieldOf } from "../../lib/forms.ts";
import { resolverOf } from "../../lib/resolver.ts";
import { optionalPhotoUrl } from "./photo-rules.ts";
import type { SessionUser } from "./provider.ts";
import { requiredDisplayName } from "./rules.ts";
import { useSession } from "./session.tsx";

const profileValues = z.object({ displayName: requiredDisplayName, photoURL: optionalPhotoUrl });

/** The identity provider and our server each have their own names for these fields. */
const names = {
  username: "displayName",
  name: "displayName",
  url: "photoURL",
  image: "photoURL",
} as const;

export function ProfileForm({ user }: { user: SessionUser }) {
  const { profileUpdate } = useSession();
  const form = useForm({
    resolver: resolverOf(profileValues),
    defaultValues: { displayName: user.displayName, photoURL: user.photoURL },
  });
  const typed = useWatch({ control: form.control });
  // The browser would take an unfinished address as a path on this site, and request it.
  const photo = optionalPhotoUrl.safeParse(typed.photoURL);

  async function submit(values: z.output<typeof profileValues>) {
    await profileUpdate(values);
    alerts.succeeded(t.saved);
  }

  return (
    <Form form={form} onSubmit={submit} names={names}>
      <FormProblem />
      <div className="flex items-center gap-5">
        <Avatar
          name={typed.displayName || user.email}
          photoUrl={photo.success ? photo.data : ""}
          className="size-24 text-3xl"
        />
        <p dir="auto" className="min-w-0 font-display text-subtitle">
          {typed.displayName || user.email}
        </p>
      </div>
      <Field
        label={wording.fields.name}
        required
        autoComplete="name"
        {...fieldOf(form, "displayName")}
      />
      <Field
        label={wording.fields.photoUrl}
        type="url"
        autoComplete="photo"
        placeholder="https://"
        hint={t.photoHint}
        {...fieldOf(form, "photoURL")}
      />
      <SubmitButton>{common.save}</SubmitButton>
    </Form>
  );
}
