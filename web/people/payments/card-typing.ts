const digitsOf = (typed: string) => typed.replaceAll(/\D/g, "");

/** Spaced as on the card. No card number has more than 19 digits. */
export function spacedNumber(typed: string): string {
  return (
    digitsOf(typed)
      .slice(0, 19)
      .match(/.{1,4}/g)
      ?.join(" ") ?? ""
  );
}

/** `MM / YY`, from what is typed or what a browser fills in, which may have all four digits. */
export function spacedExpiry(typed: string): string {
  // No month begins with 2 to 9, and `1/` can only be January.
  const digits = digitsOf(typed.replace(/^([2-9]|\d(?=\s*\/))/, "0$1"));
  const month = digits.slice(0, 2);
  const year = digits.length === 6 ? digits.slice(4) : digits.slice(2, 4);
  return year ? `${month} / ${year}` : month;
}

export function cvcDigits(typed: string): string {
  return digitsOf(typed).slice(0, 4);
}

/** Writes the spaced form into the input, and keeps the caret behind the same digit. */
export function respace(input: HTMLInputElement, spaced: (typed: string) => string): void {
  const before = input.value.slice(0, input.selectionStart ?? input.value.length);
  const typedAtEnd = before.length === input.value.length;
  input.value = spaced(input.value);
  if (typedAtEnd) return;
  const caret = placeAfterDigits(input.value, digitsOf(before).length);
  input.setSelectionRange(caret, caret);
}

export function placeAfterDigits(text: string, count: number): number {
  let place = 0;
  for (let left = count; left > 0 && place < text.length; place += 1) {
    if (/\d/.test(text.charAt(place))) left -= 1;
  }
  return place;
}
