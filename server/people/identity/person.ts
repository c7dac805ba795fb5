import { DISPLAY_NAME_MAX, displayName } from "../../../contract/fields.ts";
import { photoUrl } from "../../../contract/photo-url.ts";
import { visibleLine } from "../../../contract/visible-text.ts";
import type { Identity } from "../../http/handlers.ts";

/** The provider allows other names and photos than we do. Those are cut, cleaned or replaced. */
export function toPerson(identity: Pick<Identity, "email" | "name" | "image">) {
  const name = displayName.safeParse(visibleLine(identity.name.slice(0, DISPLAY_NAME_MAX)));
  const photo = photoUrl.safeParse(identity.image);
  return {
    email: identity.email,
    username: name.success ? name.data : (identity.email.split("@")[0] ?? identity.email),
    url: photo.success ? photo.data : "",
  };
}
