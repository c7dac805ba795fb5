import * as t from "#words/users";
import { sayName } from "../../../lib/names.ts";

interface PersonNameProps {
  name: string;
  id: string;
}

/**
 * Somebody in a log: their name as it is now, and the beginning of their id, which stays when the
 * name changes or the person is deleted. So two entries about one person can be told to be so.
 */
export function PersonName({ name, id }: PersonNameProps) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <bdi className="min-w-0">{sayName(name)}</bdi>
      <span className="text-sm whitespace-nowrap text-muted">
        {t.personId({ id: id.slice(0, 8) })}
      </span>
    </span>
  );
}
