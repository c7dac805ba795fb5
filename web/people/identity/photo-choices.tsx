import * as t from "#words/register";
import { Avatar, INITIALS } from "../../components/avatar.tsx";

/** Pictures that this site serves, for those who have none on the web. */
const pictures = {
  "/avatars/sun.svg": t.pictures.sun,
  "/avatars/mountain.svg": t.pictures.mountain,
  "/avatars/boat.svg": t.pictures.boat,
  "/avatars/tree.svg": t.pictures.tree,
  "/avatars/balloon.svg": t.pictures.balloon,
};

interface PhotoChoicesProps {
  /** Whose initials are shown. */
  name: string;
  /** What stands in the field now. */
  chosen: string;
  onChoose: (url: string) => void;
}

/** Fills the field of the photo's address for people who have no address. */
export function PhotoChoices({ name, chosen, onChoose }: PhotoChoicesProps) {
  const choices = { ...pictures, [INITIALS]: t.pictures.initials };
  return (
    <fieldset>
      <legend className="mb-2 text-sm text-muted">{t.pictures.label}</legend>
      <div className="flex flex-wrap gap-2">
        {Object.entries(choices).map(([url, label]) => (
          <button
            key={url}
            type="button"
            title={label}
            aria-pressed={chosen === url}
            className="rounded-full border-3 border-transparent p-0.5 aria-pressed:border-primary"
            onClick={() => onChoose(url)}
          >
            <Avatar name={name || "?"} photoUrl={url} className="size-11" />
            <span className="sr-only">{label}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
