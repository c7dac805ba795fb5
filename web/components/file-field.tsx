import { type DragEvent, useId, useState } from "react";

// Twenty times as large as a receipt with several keys, or a ballot paper.
const FILE_MAX = 64_000;

interface FileFieldProps {
  label: string;
  /** Gets the text of the file, and says what is wrong with it, or null. */
  onFile: (text: string) => string | null;
}

/** Takes a small text file that is chosen or dropped. */
export function FileField({ label, onFile }: FileFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);

  async function read(file: File | undefined) {
    if (!file) return;
    const text = file.size > FILE_MAX ? "" : await file.text().catch(() => "");
    setProblem(onFile(text));
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the input
    <div
      className={`grid gap-3 rounded-panel border-2 border-dashed p-6 ${over ? "border-primary bg-base-200" : "border-muted"}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        className="w-full cursor-pointer rounded-field file:me-4 file:h-11 file:cursor-pointer file:rounded-field file:bg-primary file:px-5 file:font-semibold file:text-primary-content"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // So that the same file can be chosen again.
          event.target.value = "";
        }}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-sm font-medium text-error">
          {problem}
        </p>
      )}
    </div>
  );
}
