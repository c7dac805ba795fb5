/** What was stored as JSON. Another version of the site, or a person, may have stored anything. */
export function storedFields<Stored>(json: string | null): Partial<Record<keyof Stored, unknown>> {
  try {
    return JSON.parse(json ?? "{}") ?? {};
  } catch {
    return {};
  }
}
