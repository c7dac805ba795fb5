import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { wording } from "../../contract/wording.ts";
import { Avatar } from "../components/avatar.tsx";
import { Field } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { alerts } from "../lib/alerts.ts";
import { showFormProblem } from "../lib/form-problem.ts";
import type { SessionUser } from "./provider.ts";
import { optionalPhotoUrl, requiredDisplayName } from "./rules.ts";
import { useSession } from "./session.tsx";

const profileValues = z.object({ displayName: requiredDisplayName, photoURL: optionalPhotoUrl });

export function ProfileForm({ user }: { user: SessionUser }) {
  const { profileUpdate } = useSession();
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: zodResolver(profileValues),
    defaultValues: { displayName: user.displayName, photoURL: user.photoURL },
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control });
  // Half an address would be looked for on this very site.
  const photo = optionalPhotoUrl.safeParse(typed.photoURL);

  const submit = handleSubmit(async (values) => {
    try {
      await profileUpdate(values);
      void alerts.show({ icon: "success", title: "Profile saved" });
    } catch (error) {
      showFormProblem(error, ["displayName", "photoURL"], setError, {
        username: "displayName",
        name: "displayName",
        url: "photoURL",
        image: "photoURL",
      });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
      <div className="flex items-center gap-5">
        <Avatar
          name={typed.displayName || user.email}
          photoUrl={photo.success ? photo.data : ""}
          className="size-24 text-3xl"
        />
        <p className="min-w-0 font-display text-subtitle break-words">
          {typed.displayName || user.email}
        </p>
      </div>
      <Field
        label={wording.fields.name}
        autoComplete="name"
        error={errors.displayName?.message}
        {...register("displayName")}
      />
      <Field
        label={wording.fields.photoUrl}
        type="url"
        autoComplete="photo"
        placeholder="https://"
        hint="Leave it empty to show your initials."
        error={errors.photoURL?.message}
        {...register("photoURL")}
      />
      <SubmitButton busy={isSubmitting}>Save</SubmitButton>
    </form>
  );
}
