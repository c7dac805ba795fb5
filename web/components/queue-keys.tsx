import type { ReactNode } from "react";
import * as common from "#words/common";
import { keys as t } from "#words/lists";
import { Dialog } from "./dialog.tsx";
import { type DecisionKey, queueKeys } from "./work-queue.ts";

/** What a list says about its keys. */
export interface QueueWords {
  hint: (p: Record<"next" | "previous" | "all", (words: string) => ReactNode>) => ReactNode;
  next: string;
  previous: string;
}

interface QueueKeysProps {
  words: QueueWords;
  keys: readonly DecisionKey[];
  onClose: () => void;
}

/** The keys of a list that people work through. */
export function QueueKeys({ words, keys, onClose }: QueueKeysProps) {
  const all: DecisionKey[] = [
    ["j", words.next],
    ["k", words.previous],
    ...keys,
    ["?", t.showThese],
  ];
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p className="text-muted">{t.howTo}</p>
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
      <label className="flex items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          defaultChecked={queueKeys.areOn()}
          onChange={({ target }) => queueKeys.set(target.checked)}
        />
        {t.use}
      </label>
      <button type="button" className="btn btn-outline justify-self-start" onClick={onClose}>
        {common.close}
      </button>
    </Dialog>
  );
}
