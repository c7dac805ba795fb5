import { TYPE } from "@formatjs/icu-messageformat-parser";
import { compileMessage, findParameters, parseMessage } from "./compile.mjs";

/** What is wrong with a language's messages: what English has not, what it lacks, what is built differently. */
export function findDifferences(english, translated) {
  const wanted = flatten(english.messages);
  const found = flatten(translated.messages);
  const { pluralCategories } = new Intl.PluralRules(translated.tag).resolvedOptions();
  return [
    ...[...wanted.keys()].filter((key) => !found.has(key)).map((key) => `${key} is missing`),
    ...[...found].flatMap(([key, message]) => {
      const source = wanted.get(key);
      if (source === undefined) return [`${key} is not a message of English`];
      return compareMessages(source, message, pluralCategories).map((what) => `${key} ${what}`);
    }),
  ];
}

/** `group.name`, or `group.name.code` in a table. */
function flatten(messages, prefix = "") {
  return new Map(
    Object.entries(messages).flatMap(([name, value]) =>
      typeof value === "string"
        ? [[prefix + name, value]]
        : [...flatten(value, `${prefix}${name}.`)],
    ),
  );
}

function compareMessages(source, message, pluralCategories) {
  if (message.trim() === "") return ["is empty"];
  const problem = findProblem(message);
  if (problem) return [`can't be read: ${problem}`];
  // English is compared with itself too, which says it.
  if (findProblem(source)) return [];
  const parts = parseMessage(message);
  const isSame = describe(parts) === describe(parseMessage(source));
  const lacking = pluralCategories.filter(
    (form) => !findPlurals(parts).every(({ options }) => form in options),
  );
  return [
    ...(isSame ? [] : ["has other parameters than in English"]),
    ...lacking.map((form) => `has no plural form "${form}"`),
  ];
}

function findProblem(message) {
  try {
    compileMessage(message);
  } catch (error) {
    return error.message;
  }
}

function describe(parts) {
  return JSON.stringify(Object.entries(findParameters(parts)).sort());
}

function findPlurals(parts) {
  return parts.flatMap((part) => [
    ...(part.type === TYPE.plural ? [part] : []),
    ...findPlurals(part.children ?? []),
    ...Object.values(part.options ?? {}).flatMap(({ value }) => findPlurals(value)),
  ]);
}
