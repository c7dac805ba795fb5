import * as t from "#words/votes";
import type { Counting } from "../../../../contract/ballot-kinds.ts";

/** How the ballots of a secret survey are counted: together, or in groups as version 1.0 began it. */
export const sayCounting = ({ counting }: { counting: Counting | null }): string =>
  counting === "groups" ? t.countedInGroups : t.countedTogether;
