// Checks that a value from outside has the form that it must have. Small and without a library,
// because strangers read the verifier before they run it.

/** What is wrong with the form. It names members that are specified, and never quotes the value. */
class Misshapen extends Error {}

export type Shape<Value> = (value: unknown, name: string) => Value;

/** A text of at most this many characters. */
export const text =
  (most: number, pattern?: RegExp): Shape<string> =>
  (value, name) => {
    const fits = typeof value === "string" && value.length <= most;
    if (fits && (!pattern || pattern.test(value))) return value;
    throw new Misshapen(`${name} is not as specified`);
  };

/** As JavaScript writes it, in UTC with milliseconds. */
export const time: Shape<string> = (value, name) => {
  const at = new Date(typeof value === "string" ? value : Number.NaN);
  if (!Number.isNaN(at.getTime()) && at.toISOString() === value) return value;
  throw new Misshapen(`${name} is not a time`);
};

/** A day that there was or will be. */
export const day: Shape<string> = (value, name) =>
  time(`${value}T00:00:00.000Z`, name).slice(0, -"T00:00:00.000Z".length);

export const count: Shape<number> = (value, name) => {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
  throw new Misshapen(`${name} is not a whole number`);
};

export const oneOf =
  <Word extends string>(...words: Word[]): Shape<Word> =>
  (value, name) => {
    const known = words.find((word) => word === value);
    if (known !== undefined) return known;
    throw new Misshapen(`${name} is not as specified`);
  };

export const orNull =
  <Value>(shape: Shape<Value>): Shape<Value | null> =>
  (value, name) =>
    value === null ? null : shape(value, name);

export const ifGiven =
  <Value>(shape: Shape<Value>): Shape<Value | undefined> =>
  (value, name) =>
    value === undefined ? undefined : shape(value, name);

export const list =
  <Item>(item: Shape<Item>, most: number): Shape<Item[]> =>
  (value, name) => {
    if (!Array.isArray(value)) throw new Misshapen(`${name} is not a list`);
    if (value.length > most) throw new Misshapen(`${name} has more than ${most} items`);
    return value.map((one) => item(one, `an item of ${name}`));
  };

type Shapes = Record<string, Shape<unknown>>;

/** Members that are not named are left out: a later version may have more. */
export const object =
  <Named extends Shapes>(
    shapes: Named,
  ): Shape<{ [Name in keyof Named]: ReturnType<Named[Name]> }> =>
  (value, name) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new Misshapen(`${name} is not an object`);
    }
    const given = value as Record<string, unknown>;
    const read = Object.entries(shapes).map(([key, shape]) => [
      key,
      shape(Object.hasOwn(given, key) ? given[key] : undefined, `"${key}" of ${name}`),
    ]);
    return Object.fromEntries(read);
  };

/** The members that are not named, where a later version may have more of them. */
export function othersIn(value: object, named: string[]): { others?: Record<string, unknown> } {
  const others = Object.entries(value).filter(([name]) => !named.includes(name));
  return others.length > 0 ? { others: Object.fromEntries(others) } : {};
}

export type Shaped<Of> = Of extends Shape<infer Value> ? Value : never;
