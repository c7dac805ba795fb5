import { useMutation } from "@tanstack/react-query";
import { type FileFormat, fileFormats } from "../../contract/file-formats.ts";
import { Notice } from "./notice.tsx";
import { StrokeIcon } from "./stroke-icon.tsx";

interface DownloadButtonsProps {
  /** What the file holds: `Download all users`. */
  label: string;
  /** `Download all users as CSV` */
  labelAs: (format: string) => string;
  download: (format: FileFormat) => Promise<void>;
}

export function DownloadButtons({ label, labelAs, download }: DownloadButtonsProps) {
  const { mutate, isPending, isError, error, variables } = useMutation({ mutationFn: download });
  return (
    <div className="grid justify-items-start gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields. */}
      <div role="group" aria-label={label} className="flex flex-wrap gap-2">
        {fileFormats.map((format) => (
          <button
            key={format}
            type="button"
            className="btn btn-outline"
            aria-label={labelAs(format.toUpperCase())}
            aria-busy={isPending && variables === format}
            onClick={() => !isPending && mutate(format)}
          >
            {isPending && variables === format ? (
              <span className="loading loading-spinner loading-sm" aria-hidden="true" />
            ) : (
              <DownloadIcon />
            )}
            {format.toUpperCase()}
          </button>
        ))}
      </div>
      {isError && <Notice tone="error">{error.message}</Notice>}
    </div>
  );
}

function DownloadIcon() {
  return <StrokeIcon d="M12 4v11m-5-4.5 5 5 5-5M5 20h14" className="size-5" strokeWidth={2.5} />;
}
