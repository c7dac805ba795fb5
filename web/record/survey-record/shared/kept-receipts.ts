import { useSyncExternalStore } from "react";

// Receipts that this browser keeps for the person who is logged in. Nothing here computes anything,
// so that every page can look whether there is something to check.

/** What was found out about a vote: not yet looked, in the record, or something that is wrong. */
type KeptState = "waiting" | "counted" | "wrong";

export interface StoredReceipt {
  /** The receipt file. */
  file: string;
  /** When it is checked next; null if nothing can change any more. */
  due: string | null;
  /** When the survey was to close when the vote was cast. */
  closesAt: string | null;
  state: KeptState;
  /** When it was last checked. */
  checked: string | null;
  /** Since when, and how often, the record could not be read although the vote must be in it. */
  unread?: { since: string; tries: number };
}

type Stored = Record<string, StoredReceipt>;

// Some 2 kB each; a browser gives a site 5 MB. Those that were checked first make room first.
const MOST = 300;
const PREFIX = "receipts:";
const OFF = "off";

const listeners = new Set<() => void>();

/** The receipts of one account, by survey. */
export function receiptsOf(email: string) {
  const key = PREFIX + email;
  const read = (): Stored => parse(localStorage.getItem(key));
  function write(stored: Stored): void {
    localStorage.setItem(key, JSON.stringify(stored));
    for (const listener of listeners) listener();
  }
  return {
    isOn: () => localStorage.getItem(key) !== OFF,
    /** Off also forgets all that are kept. */
    turn(on: boolean): void {
      localStorage.setItem(key, on ? "{}" : OFF);
      for (const listener of listeners) listener();
    },
    find: (surveyId: string): StoredReceipt | undefined => read()[surveyId],
    put(surveyId: string, receipt: StoredReceipt): void {
      if (localStorage.getItem(key) === OFF) return;
      const { [surveyId]: _, ...others } = read();
      write(Object.fromEntries([...withRoom(Object.entries(others)), [surveyId, receipt]]));
    },
    /** The surveys of those that should be checked now. */
    due: (now: Date): string[] =>
      Object.entries(read()).flatMap(([surveyId, { state, due }]) =>
        state !== "wrong" && due && new Date(due) <= now ? surveyId : [],
      ),
  };
}

function withRoom(entries: [string, StoredReceipt][]): [string, StoredReceipt][] {
  if (entries.length < MOST) return entries;
  const gone = entries.find(([, { state }]) => state === "counted") ?? entries[0];
  return entries.filter((entry) => entry !== gone);
}

/**
 * For a person who logs out or deletes the account. Nothing else erases receipts: if the end of a
 * session did, a site could end it and so take away what proves that a promise is broken.
 */
export function forgetReceipts(email: string): void {
  const key = PREFIX + email;
  // Whoever has turned it off finds it turned off.
  if (localStorage.getItem(key) !== OFF) localStorage.removeItem(key);
}

/** The receipt of this survey that is kept here, as text that changes with it. */
export function useStored(email: string, surveyId: string): StoredReceipt | undefined {
  const json = useSyncExternalStore(subscribe, () =>
    JSON.stringify(receiptsOf(email).find(surveyId)),
  );
  return json ? JSON.parse(json) : undefined;
}

export function useKeeping(email: string): boolean {
  return useSyncExternalStore(subscribe, receiptsOf(email).isOn);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Other tabs.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Another version of the site, or a person, may have stored anything. */
function parse(json: string | null): Stored {
  try {
    const found = Object.entries(JSON.parse(json ?? "{}") ?? {});
    return Object.fromEntries(
      found.filter((entry): entry is [string, StoredReceipt] => {
        const { file, state } = (entry[1] ?? {}) as Partial<StoredReceipt>;
        return typeof file === "string" && typeof state === "string";
      }),
    );
  } catch {
    return {};
  }
}
