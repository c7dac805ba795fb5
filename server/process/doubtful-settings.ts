import { distance } from "fastest-levenshtein";
import { oidcPrefix, oidcProvider, settings } from "./environment.ts";

// So many letters of a name for each that may be wrong. With fewer, variables of other programs would
// be questioned: a machine has a hundred of them.
const LETTERS_PER_SLIP = 5;

/** Settings that are allowed, but hardly meant, as a sentence for each that repeats no value. */
export function findDoubtful(given: Record<string, string>): string[] {
  const known = [...Object.keys(settings.shape), ...namesOfIssuers(given.OIDC_PROVIDERS)];
  return Object.entries(given).flatMap(([name, value]) => {
    if (!known.includes(name)) {
      const meant = nearest(
        name,
        known.filter((other) => given[other] === undefined),
      );
      return meant ? [`${name} is no setting, and ${meant} is not set: is that meant?`] : [];
    }
    if (/\s#/.test(value)) {
      return [
        `${name} has " #" in its value: if a comment begins there, put it on a line of its own. Here it belongs to the value.`,
      ];
    }
    // Podman and Docker read an --env-file without removing any.
    const isQuoted = /^(["']).*\1$/s.test(value);
    return isQuoted ? [`${name} has quotes around its value, which belong to it here.`] : [];
  });
}

function nearest(name: string, known: string[]): string | undefined {
  return known.find((other) => distance(name, other) <= other.length / LETTERS_PER_SLIP);
}

function namesOfIssuers(ids = ""): string[] {
  const names = Object.keys(oidcProvider.shape);
  return ids.split(",").flatMap((id) => names.map((name) => oidcPrefix(id) + name));
}
