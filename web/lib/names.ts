import { deletedUser } from "#words/labels";
import { DELETED_NAME } from "../../contract/site.ts";

/** A person's name, or that they are deleted. */
export function sayName(name: string): string {
  return name === DELETED_NAME ? deletedUser : name;
}
