/** Where a call came from, as far as its shortened address says: `from 203.0.113.x`. */
export function sayPlace(address: string): string {
  if (address === "loopback") return "on this computer";
  return address === "unknown" ? "from an unknown place" : `from ${address}`;
}
