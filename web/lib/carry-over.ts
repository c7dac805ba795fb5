import { pagePath } from "./language.ts";
import { CARRIED_KEY } from "./language-choice.ts";
import { storedFields } from "./stored-fields.ts";

// Another language is another document. What was typed, and what the router remembers with the page,
// goes there through the tab's own storage, once.

interface Carried {
  page: string;
  state: unknown;
  fields: Record<string, string>;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** What it takes to tell fields apart and to read them. */
export type FieldLike = Pick<HTMLInputElement, "type" | "name" | "value" | "checked"> & {
  autocomplete: string;
  dataset: { secret?: string | undefined };
};

// Several times as much as all fields of the longest form may hold, and a small part of the storage.
const MOST_CHARACTERS = 200_000;
// Pages that are for some people show their forms once it is known who is there, after the slowest
// answers that somebody still waits for.
const RESTORING_MS = 30_000;

const keptTypes = new Set([
  ...["text", "email", "url", "search", "tel", "number", "date", "datetime-local"],
  ...["checkbox", "radio", "textarea", "select-one"],
]);

/** Passwords, codes and cards stay out of every storage, also while a password is shown as text. */
function isKept({ type, autocomplete, dataset }: FieldLike): boolean {
  return (
    keptTypes.has(type) &&
    dataset.secret === undefined &&
    !/password|one-time-code|\bcc-/.test(autocomplete)
  );
}

/** Labels differ between languages, but not the names of fields and their order. */
function byKey<F extends FieldLike>(fields: Iterable<F>): Map<string, F> {
  const found = new Map<string, F>();
  for (const field of fields) {
    if (!isKept(field)) continue;
    let place = 0;
    const keyAt = () => `${field.type} ${field.name} ${place}`;
    while (found.has(keyAt())) place += 1;
    found.set(keyAt(), field);
  }
  return found;
}

const isSwitch = ({ type }: FieldLike) => type === "checkbox" || type === "radio";

function entered(field: FieldLike): string {
  if (isSwitch(field)) return field.checked ? "on" : "";
  return field.value;
}

export function readFields(fields: Iterable<FieldLike>): Record<string, string> {
  return Object.fromEntries([...byKey(fields)].map(([key, field]) => [key, entered(field)]));
}

/** Those that had another value on the page before. Whichever is there is no longer looked for. */
export function takeChanged<F extends FieldLike>(
  fields: Iterable<F>,
  kept: Map<string, string>,
): { field: F; value: string }[] {
  return [...byKey(fields)].flatMap(([key, field]) => {
    const value = kept.get(key);
    kept.delete(key);
    return value === undefined || value === entered(field) ? [] : [{ field, value }];
  });
}

const fieldsOn = () =>
  document.querySelectorAll<Field>("main :is(input,textarea,select)") as Iterable<
    Field & FieldLike
  >;

const pageHere = () => pagePath(location.pathname) + location.search;

/** Just before the page is left for the same page in another language. */
export function carryOver(): void {
  const carried: Carried = {
    page: pageHere(),
    state: history.state?.usr ?? null,
    fields: readFields(fieldsOn()),
  };
  const text = JSON.stringify(carried);
  if (text.length <= MOST_CHARACTERS) sessionStorage.setItem(CARRIED_KEY, text);
}

/** What was carried to this page. Null if it was another page, or if it is no longer readable. */
export function parseCarried(text: string | null, page: string): Omit<Carried, "page"> | null {
  const found = storedFields<Carried>(text);
  if (found.page !== page) return null;
  const texts = Object.entries(found.fields ?? {}).filter(([, value]) => typeof value === "string");
  return { state: found.state ?? null, fields: Object.fromEntries(texts) };
}

/**
 * Before the router starts: it finds its memory in the history. Returns what fills the fields in, as
 * they come; it is called once the page is being rendered.
 */
export function takeOver(): ((root: Element) => void) | null {
  const text = sessionStorage.getItem(CARRIED_KEY);
  // Once: later loads of the page begin empty.
  sessionStorage.removeItem(CARRIED_KEY);
  const page = pageHere();
  const carried = parseCarried(text, page);
  if (!carried) return null;
  const { state, fields } = carried;
  if (state) history.replaceState({ ...history.state, usr: state }, "");
  return (root) => fillIn(root, page, new Map(Object.entries(fields)));
}

function fillIn(root: Element, page: string, kept: Map<string, string>): void {
  const observer = new MutationObserver(() => {
    if (pageHere() !== page) observer.disconnect();
    else for (const { field, value } of takeChanged(fieldsOn(), kept)) put(field, value);
    if (kept.size === 0) observer.disconnect();
  });
  observer.observe(root, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), RESTORING_MS);
}

/** As if it were typed, so that forms notice it. */
function put(field: Field, value: string): void {
  if (isSwitch(field as FieldLike)) {
    // A radio button is switched off by another one.
    if (value || field.type === "checkbox") field.click();
    return;
  }
  // React has a setter of its own on the element, and ignores events for values that it knows.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
  set?.call(field, value);
  for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
}
