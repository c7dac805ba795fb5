import { useMutation } from "@tanstack/react-query";
import { routes } from "../../contract/routes.ts";
import { Notice } from "../components/notice.tsx";
import { StrokeIcon } from "../components/stroke-icon.tsx";
import { downloadRoute } from "../lib/download.ts";

export function DownloadOwnData() {
  const download = useMutation({
    mutationFn: () => downloadRoute(routes.downloadOwnData, { query: {} }),
  });
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose">
        Your profile, votes, comments, reports, surveys, payments, sessions and everything else that
        is stored about you, in one JSON file. Your password and other secrets are left out.
      </p>
      <button
        type="button"
        className="btn btn-outline"
        aria-busy={download.isPending}
        onClick={() => !download.isPending && download.mutate()}
      >
        <StrokeIcon d="M12 4v11m-5-4.5 5 5 5-5M5 20h14" className="size-5" strokeWidth={2.5} />
        Download what is stored about me
      </button>
      {download.isError && <Notice tone="error">{download.error.message}</Notice>}
    </div>
  );
}
