/** `1 vote`, `1,200 votes`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-GB")} ${noun}${number === 1 ? "" : "s"}`;
}
