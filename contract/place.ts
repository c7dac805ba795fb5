/** Where a call came from, by its shortened address: `from 203.0.113.x`. */
export function sayPlace(address: string, sameComputer: string): string {
  if (address === "loopback") return `on ${sameComputer}`;
  return address === "unknown" ? "from an unknown place" : `from ${address}`;
}
