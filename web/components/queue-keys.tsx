import { Dialog } from "./dialog.tsx";
import type { DecisionKey } from "./work-queue.ts";

interface QueueKeysProps {
  /** What is listed: `survey`. */
  one: string;
  keys: readonly DecisionKey[];
  onClose: () => void;
}

/** The keys of a list that people work through. */
export function QueueKeys({ one, keys, onClose }: QueueKeysProps) {
  const all: DecisionKey[] = [
    ["j", `Next ${one}`],
    ["k", `Previous ${one}`],
    ...keys,
    ["?", "Show these keys"],
  ];
  return (
    <Dialog title="Keys" onClose={onClose}>
      <p className="text-muted">They work while the focus is in the list: press J to start.</p>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
        {all.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-field border border-muted px-2 py-0.5 text-sm">
                {key.toUpperCase()}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="btn btn-outline justify-self-start" onClick={onClose}>
        Close
      </button>
    </Dialog>
  );
}
