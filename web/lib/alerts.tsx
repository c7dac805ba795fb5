import { useEffect, useId, useRef, useSyncExternalStore } from "react";
import { DIALOG_WIDTH } from "../../contract/wording.ts";
import { AlertIcon, type AlertIconName } from "./alert-icon.tsx";

interface Alert {
  icon: AlertIconName;
  title: string;
  text?: string;
  /** Closes by itself after this long; without it the person closes it. */
  timerMs?: number;
}

interface QueuedAlert extends Alert {
  id: number;
  close: () => void;
}

let queue: readonly QueuedAlert[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setQueue(next: readonly QueuedAlert[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const alerts = {
  /** Alerts are shown one after the other; the promise settles when this one is closed. */
  show(alert: Alert): Promise<void> {
    return new Promise((resolve) => {
      lastId += 1;
      const id = lastId;
      const close = () => {
        setQueue(queue.filter((queued) => queued.id !== id));
        resolve();
      };
      setQueue([...queue, { ...alert, id, close }]);
    });
  },
};

const readQueue = () => queue;

export function AlertHost() {
  const [alert] = useSyncExternalStore(subscribe, readQueue, readQueue);
  return alert ? <AlertDialog key={alert.id} {...alert} /> : null;
}

function AlertDialog({ icon, title, text, timerMs, close }: QueuedAlert) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      returnFocus(before);
    };
  }, []);

  useEffect(() => {
    if (timerMs === undefined) return;
    const timer = setTimeout(close, timerMs);
    return () => clearTimeout(timer);
  }, [timerMs, close]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the dialog's own way to do the same.
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={text ? textId : undefined}
      className="alert-dialog"
      style={{ width: DIALOG_WIDTH }}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div className="grid justify-items-center gap-3 p-8 text-center">
        <AlertIcon name={icon} className="size-20" />
        <h2 id={titleId} className="mt-2 font-display text-subtitle">
          {title}
        </h2>
        {text && (
          <p id={textId} className="text-muted">
            {text}
          </p>
        )}
        {/* biome-ignore lint/a11y/noAutofocus: a dialog must take the focus, and this is its way on. */}
        <button type="button" className="btn btn-primary mt-4 min-w-32" autoFocus onClick={close}>
          OK
        </button>
      </div>
    </dialog>
  );
}

/** What had the focus may be gone: logging in closes the page that the button was on. */
function returnFocus(before: Element | null): void {
  const target = before?.isConnected && before !== document.body ? before : null;
  const heading = document.querySelector<HTMLElement>("main h1");
  if (target instanceof HTMLElement) target.focus();
  else heading?.focus({ preventScroll: true });
}
