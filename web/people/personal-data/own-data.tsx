import { useMutation } from "@tanstack/react-query";
import * as t from "#words/personalData";
import { routes } from "../../../contract/routes.ts";
import { Notice } from "../../components/notice.tsx";
import { PressButton } from "../../components/press-button.tsx";
import { StrokeIcon } from "../../components/stroke-icon.tsx";
import { downloadRoute } from "../../lib/download.ts";

export function DownloadOwnData() {
  const download = useMutation({
    mutationFn: () => downloadRoute(routes.downloadOwnData, { query: {} }),
  });
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose">{t.whatIsStored}</p>
      <PressButton isBusy={download.isPending} onPress={() => download.mutate()}>
        <StrokeIcon d="M12 4v11m-5-4.5 5 5 5-5M5 20h14" className="size-5" strokeWidth={2.5} />
        {t.download}
      </PressButton>
      {download.isError && <Notice tone="error">{download.error.message}</Notice>}
    </div>
  );
}
