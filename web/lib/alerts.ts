import { useSyncExternalStore } from "react";

export type AlertIconName = "success" | "error" | "question" | "info" | "warning";

interface Alert {
  icon: AlertIconName;
  title: string;
  text?: string;
  /** Closes automatically after this time; without it the person closes it. */
  timerMs?: number;
}

interface Question {
  title: string;
  text: string;
  /** The label of the button that agrees, such as `Delete`. */
  action: string;
  /** That of the other one, if `Cancel` would not say what it does. */
  otherwise?: string;
}

export interface QueuedAlert extends Alert, Partial<Pick<Question, "action" | "otherwise">> {
  id: number;
  close: (agreed: boolean) => void;
}

/** A success that needs no answer. It does not interrupt. */
export interface Success {
  id: number;
  title: string;
}

let queue: readonly QueuedAlert[] = [];
let latestSuccess: Success | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function setQueue(next: readonly QueuedAlert[]): void {
  queue = next;
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function add(alert: Omit<QueuedAlert, "id" | "close">): Promise<boolean> {
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
  /** Says that something routine has succeeded, and goes away by itself. */
  succeeded(title: string): void {
    lastId += 1;
    latestSuccess = { id: lastId, title };
    notify();
  },
  /** Says what was not done, and why. */
  async failed(title: string, error: unknown): Promise<void> {
    await add({
      icon: "error",
      title,
      text: error instanceof Error ? error.message : String(error),
    });
  },
  /** Says that a call has succeeded, or what was not done and why. */
  async outcome(call: Promise<unknown>, says: { done: string; failed: string }): Promise<void> {
    try {
      await call;
      this.succeeded(says.done);
    } catch (error) {
      await this.failed(says.failed, error);
    }
  },
  /** True if the person agrees; closing the dialog in any other way means no. */
  confirm: (question: Question): Promise<boolean> => add({ icon: "warning", ...question }),
};

const readQueue = () => queue;
const readSuccess = () => latestSuccess;

/** The alert to show now, if any. */
export function useCurrentAlert(): QueuedAlert | undefined {
  return useSyncExternalStore(subscribe, readQueue, readQueue)[0];
}

export function useLatestSuccess(): Success | null {
  return useSyncExternalStore(subscribe, readSuccess, readSuccess);
}
