/** `crypto.randomUUID` is missing where a site is served over plain http. */
export function randomUuid(): string {
  const hex = randomDigits();
  // Version 4, and the variant of RFC 9562.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}

/** 128 random bits, as 32 hex digits. */
export function randomDigits(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
