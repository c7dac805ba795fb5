import { DISPLAY_NAME_MAX } from "../../contract/fields.ts";
import { routes } from "../../contract/routes.ts";
import { alerts } from "../lib/alerts.ts";
import { callRoute } from "../lib/api.ts";
import type { SessionUser } from "./provider.ts";

/** Fits what the product stores: social providers promise neither a short name nor a public photo. */
export async function userRecord({ email, displayName, photoURL }: SessionUser) {
  const name = displayName.trim() || email.slice(0, email.indexOf("@"));
  // Only now: whoever never logs in needs no schemas.
  const { photoUrl } = await import("../../contract/fields.ts");
  return {
    email,
    username: name.slice(0, DISPLAY_NAME_MAX),
    url: photoUrl.safeParse(photoURL).success ? photoURL : "",
    role: "user" as const,
  };
}

/** People stay signed in without it, so a failure is shown and nothing else happens. */
export async function storeUser(user: SessionUser): Promise<void> {
  try {
    await callRoute(routes.registerUser, { body: await userRecord(user) });
  } catch (error) {
    console.error("Could not store the user:", error);
    void alerts.show({
      icon: "warning",
      title: "Your name and photo are not stored yet",
      text: "You are signed in. Please save them once more on your profile page.",
    });
  }
}
