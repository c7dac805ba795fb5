import { useId, useState } from "react";
import * as t from "#words/brand";
import type { PictureUse } from "../../../contract/brand.ts";
import { PICTURE_KB } from "../../../contract/brand-limits.ts";
import { routes } from "../../../contract/routes.ts";
import { alerts } from "../../lib/alerts.ts";
import { sayNumber } from "../../lib/format.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { type SiteBrand, showBrand } from "./show-brand.ts";

export function BrandPictures({ brand }: { brand: SiteBrand }) {
  const limit = { limit: sayNumber(PICTURE_KB) };
  return (
    <section aria-labelledby="pictures" className="grid max-w-prose grid-cols-1 gap-6">
      <h2 id="pictures" className="font-display text-subtitle">
        {t.pictures}
      </h2>
      <Picture brand={brand} use="mark" label={t.mark} hint={t.markHint(limit)} />
      <Picture brand={brand} use="icon" label={t.icon} hint={t.iconHint(limit)} />
    </section>
  );
}

interface PictureProps {
  brand: SiteBrand;
  use: PictureUse;
  label: string;
  hint: string;
}

function Picture({ brand: { set, settings }, use, label, hint }: PictureProps) {
  const id = useId();
  const change = useRouteMutation(routes.changeBrandPicture);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = set[use] ?? settings[use];

  async function save(file: File | null) {
    setProblem(null);
    if (file && file.size > PICTURE_KB * 1024)
      return setProblem(t.tooLarge({ limit: sayNumber(PICTURE_KB) }));
    try {
      const picture = file && toBase64(await file.arrayBuffer());
      await change.mutateAsync({ body: { use, picture } });
      await showBrand();
      alerts.succeeded(t.saved);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <div className="grid grid-cols-1 gap-2" aria-busy={change.isPending}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-4">
        {shown && <img src={shown} alt="" className="size-16 object-contain" />}
        <input
          id={id}
          type="file"
          accept="image/png,image/svg+xml"
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-hint ${id}-problem`}
          className="w-full min-w-0 cursor-pointer rounded-field file:me-4 file:h-11 file:cursor-pointer file:rounded-field file:bg-primary file:px-5 file:font-semibold file:text-primary-content"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void save(file);
            // So that the same file can be chosen again.
            target.value = "";
          }}
        />
        {set[use] && (
          <button type="button" className="btn btn-outline" onClick={() => void save(null)}>
            {t.removePicture}
          </button>
        )}
      </div>
      <p id={`${id}-problem`} role="alert" className="text-sm font-medium text-error empty:hidden">
        {problem}
      </p>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}

function toBase64(content: ArrayBuffer): string {
  return btoa(Array.from(new Uint8Array(content), (byte) => String.fromCharCode(byte)).join(""));
}
