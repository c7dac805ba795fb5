import { type ReactNode, useState } from "react";
import { reporting as t } from "#words/surveys";
import { REPORT_MAX } from "../../../../contract/votes.ts";
import { TextDialog } from "../../../components/text-dialog.tsx";
import { alerts } from "../../../lib/alerts.ts";

interface ReportButtonProps {
  /** What the button says, such as `Report this survey`. */
  label: ReactNode;
  /** What is reported. */
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
      title: t.sent[noun],
      text: t.thanks,
    });
  }

  if (state === "reported") return <p className="py-1 text-sm text-muted">{t.reported}</p>;
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
          title={t.title[noun]}
          lead={lead}
          label={t.whatIsWrong}
          field="report"
          limit={REPORT_MAX}
          required={t.empty}
          action={t.send}
          onSend={send}
          onClose={() => setState("quiet")}
        />
      )}
    </>
  );
}
