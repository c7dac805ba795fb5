import { useEffect, useId } from "react";
import * as t from "#words/common";
import { DIALOG_WIDTH } from "../../contract/site.ts";
import { type QueuedAlert, useCurrentAlert } from "../lib/alerts.ts";
import { useModal } from "../lib/modal.ts";
import { AlertIcon } from "./alert-icon.tsx";
import { SuccessMessage } from "./success-message.tsx";

export function AlertHost() {
  const alert = useCurrentAlert();
  return (
    <>
      {alert && <AlertDialog key={alert.id} {...alert} />}
      <SuccessMessage />
    </>
  );
}

function AlertDialog({
  icon,
  title,
  text,
  timerMs,
  action,
  otherwise = t.cancel,
  close,
}: QueuedAlert) {
  const dialog = useModal();
  const titleId = useId();
  const textId = useId();

  useEffect(() => {
    if (timerMs === undefined) return;
    const timer = setTimeout(() => close(false), timerMs);
    return () => clearTimeout(timer);
  }, [timerMs, close]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself closes on Esc.
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
            {action ? otherwise : t.ok}
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
