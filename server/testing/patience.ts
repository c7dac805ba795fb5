import { vi } from "vitest";

// A set-up file of Vitest, whose configuration has no word for this; it says why it is so long.
const PATIENCE_MS = 60_000;

const { waitFor } = vi;
vi.waitFor = (check, given = {}) => {
  const options = typeof given === "number" ? { timeout: given } : given;
  return waitFor(check, { timeout: PATIENCE_MS, ...options });
};
