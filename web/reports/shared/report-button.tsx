import { type ReactNode, useState } from "react";
import { REPORT_MAX } from "../../../contract/votes.ts";
import { TextDialog } from "../../components/text-dialog.tsx";
import { alerts } from "../../lib/alerts.ts";

interface ReportButtonProps {
  /** What the button says, such as `Report this survey`. */
  label: ReactNode;
  /** What is reported, as in `Report this survey`. */
  noun: "survey" | "comment" | "answer";
  /** Shown above the field: what it is about, and who reads the report. */
  lead: ReactNode;
  onSend: (report: string) => Promise<unknown>;
}

/** Inconspicuous, because few people need it. */
export function ReportButton({ label, noun, lead, onSend }: ReportButtonProps) {
  const [state, setState] = useState<"quiet" | "asking" | "reported">("quiet");

  async function send(report: string) {
    await onSend(report);
    setState("reported");
    void alerts.show({
      icon: "success",
      title: `${noun[0]?.toUpperCase()}${noun.slice(1)} reported`,
      text: "Thank you. An admin will look at it.",
    });
  }

  if (state === "reported") return <p className="py-1 text-sm text-muted">Reported</p>;
  return (
    <>
      <button
        type="button"
        className="link py-1 text-sm text-muted link-hover"
        aria-haspopup="dialog"
        onClick={() => setState("asking")}
      >
        {label}
      </button>
      {state === "asking" && (
        <TextDialog
          title={`Report this ${noun}`}
          lead={lead}
          label="What is wrong with it?"
          field="report"
          limit={REPORT_MAX}
          required="Please say what is wrong"
          action="Report"
          onSend={send}
          onClose={() => setState("quiet")}
        />
      )}
    </>
  );
}
