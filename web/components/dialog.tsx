import { type ReactNode, useId } from "react";
import { DIALOG_WIDTH } from "../../contract/site.ts";
import { useModal } from "../lib/modal.ts";

interface DialogProps {
  title: string;
  /** The id of the text that is read out with the title, because the focus is behind it. */
  lead?: string;
  /** As wide as a page. */
  isPage?: true;
  /** Called on Esc. Buttons that close the dialog are up to its children. */
  onClose: () => void;
  children: ReactNode;
}

/** Open while it is rendered. */
export function Dialog({ title, lead, isPage, onClose, children }: DialogProps) {
  const dialog = useModal();
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={lead}
      className="alert-dialog"
      style={isPage ? { width: "100%", maxWidth: "100%" } : { width: DIALOG_WIDTH }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={`grid gap-4 sm:p-8 ${isPage ? "p-5" : "p-6"}`}>
        <h2 id={titleId} className="font-display text-subtitle">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
