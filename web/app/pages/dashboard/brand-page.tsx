import { useQuery } from "@tanstack/react-query";
import * as t from "#words/brand";
import * as common from "#words/common";
import { routes } from "../../../../contract/routes.ts";
import { PageHeading } from "../../../components/page-heading.tsx";
import { RetryNotice } from "../../../components/retry-notice.tsx";
import { readOf } from "../../../lib/route-queries.ts";
import { BrandForm } from "../../../outreach/brand/brand-form.tsx";
import { BrandPictures } from "../../../outreach/brand/brand-pictures.tsx";
import { SiteTexts } from "../../../outreach/brand/site-texts.tsx";

function BrandPage() {
  const brand = useQuery(readOf(routes.readBrand));
  return (
    <div className="page grid grid-cols-1 gap-10">
      <PageHeading title={t.title} lead={t.lead} />
      {brand.data ? (
        <>
          {/* As it was read: what was typed is not replaced by what another admin saves. */}
          <BrandForm brand={brand.data} />
          <BrandPictures brand={brand.data} />
          <SiteTexts />
        </>
      ) : brand.error ? (
        <RetryNotice title={t.notLoaded} problem={brand.error} onRetry={brand.refetch} />
      ) : (
        <progress className="progress progress-primary" aria-label={common.loading} />
      )}
    </div>
  );
}

export { BrandPage as Component };
