import { type BodyInput, fillPath, type Params, type QueryInput, type Route } from "./route.ts";

/** One part of an input: absent, optional (nothing in it is required), or required. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [N in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };

/** A route, or a call of the identity provider. */
type Callable = Pick<Route, "path" | "query" | "body">;

/** The input of a call to this route, for the browser's client and for tests. */
export type CallInput<R extends Callable> = Part<
  "params",
  keyof Params<R> extends never ? undefined : Params<R>
> &
  Part<"query", QueryInput<R>> &
  Part<"body", BodyInput<R>>;

/** The arguments after the route. `Options` are what each kind of caller adds. */
export type CallArguments<R extends Callable, Options> =
  Record<never, never> extends CallInput<R>
    ? [input?: CallInput<R> & Options]
    : [input: CallInput<R> & Options];

interface AddressParts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
}

/** Path and query string of a call. Query values that are `undefined` or empty are left out. */
export function callAddress(path: string, { params = {}, query = {} }: AddressParts = {}): string {
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
  return fillPath(path, params) + (search && `?${search}`);
}
