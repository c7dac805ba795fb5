import { useEffect, useId, useSyncExternalStore } from "react";
import { DIALOG_WIDTH } from "../../contract/wording.ts";
import { AlertIcon, type AlertIconName } from "./alert-icon.tsx";
import { useModal } from "./modal.ts";

interface Alert {
  icon: AlertIconName;
  title: string;
  text?: string;
  /** Closes by itself after this long; without it the person closes it. */
  timerMs?: number;
}

interface Question {
  title: string;
  text: string;
  /** What the button that agrees says: the deed itself, such as `Delete`. */
  action: string;
}

interface QueuedAlert extends Alert {
  id: number;
  action?: string;
  close: (agreed: boolean) => void;
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

function add(alert: Alert & { action?: string }): Promise<boolean> {
  return new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const close = (agreed: boolean) => {
      setQueue(queue.filter((queued) => queued.id !== id));
      resolve(agreed);
    };
    setQueue([...queue, { ...alert, id, close }]);
  });
}

export const alerts = {
  /** Alerts are shown one after the other; the promise settles when this one is closed. */
  async show(alert: Alert): Promise<void> {
    await add(alert);
  },
  /** That something was not done, and why. */
  async failed(title: string, error: unknown): Promise<void> {
    await add({
      icon: "error",
      title,
      text: error instanceof Error ? error.message : String(error),
    });
  },
  /** True if the person agrees; closing it in any other way is a no. */
  confirm: (question: Question): Promise<boolean> => add({ icon: "warning", ...question }),
};

const readQueue = () => queue;

export function AlertHost() {
  const [alert] = useSyncExternalStore(subscribe, readQueue, readQueue);
  return alert ? <AlertDialog key={alert.id} {...alert} /> : null;
}

function AlertDialog({ icon, title, text, timerMs, action, close }: QueuedAlert) {
  const dialog = useModal();
  const titleId = useId();
  const textId = useId();

  useEffect(() => {
    if (timerMs === undefined) return;
    const timer = setTimeout(() => close(false), timerMs);
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
        close(false);
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close(false);
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
        {/* The dialog focuses its first button, which changes nothing. */}
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          <button
            type="button"
            className={`btn min-w-32 ${action ? "btn-outline" : "btn-primary"}`}
            onClick={() => close(false)}
          >
            {action ? "Cancel" : "OK"}
          </button>
          {action && (
            <button type="button" className="btn btn-error" onClick={() => close(true)}>
              {action}
            </button>
          )}
        </div>
      </div>
    </dialog>
  );
}
