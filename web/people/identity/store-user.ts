import * as t from "#words/session";
import { DISPLAY_NAME_MAX } from "../../../contract/fields.ts";
import { routes } from "../../../contract/routes.ts";
import { alerts } from "../../lib/alerts.ts";
import { callRoute } from "../../lib/api.ts";
import type { SessionUser } from "./provider.ts";

/** Our own record of a user. A social provider's name may be too long, and its photo not public. */
export async function toStoredUser({ email, displayName, photoURL }: SessionUser) {
  const name = displayName.trim() || email.slice(0, email.indexOf("@"));
  // Loaded here, so that visitors who never log in don't load the schemas.
  const { photoUrl } = await import("../../../contract/photo-url.ts");
  return {
    email,
    username: name.slice(0, DISPLAY_NAME_MAX),
    url: photoUrl.safeParse(photoURL).success ? photoURL : "",
    role: "user" as const,
  };
}

/** A failure is only shown: the person is signed in anyway. */
export async function storeUser(user: SessionUser): Promise<void> {
  try {
    await callRoute(routes.registerUser, { body: await toStoredUser(user) });
  } catch (error) {
    console.error("Could not store the user:", error);
    void alerts.show({
      icon: "warning",
      title: t.notStored,
      text: t.saveAgain,
    });
  }
}
