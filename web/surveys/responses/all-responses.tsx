import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import * as downloads from "#words/downloads";
import { statuses as statusLabels } from "#words/labels";
import * as t from "#words/responses";
import { SEARCH_MAX } from "../../../contract/fields.ts";
import { NEWEST_RECORDS } from "../../../contract/responses.ts";
import { routes } from "../../../contract/routes.ts";
import { DownloadButtons } from "../../components/download-buttons.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { downloadRoute } from "../../lib/download.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { MostAnswered } from "./most-answered.tsx";
import { GROUPS_PER_PAGE, ResponseList } from "./response-list.tsx";

export function AllResponses() {
  const [address, setAddress] = useSearchParams();
  const search = (address.get("search") ?? "").trim().slice(0, SEARCH_MAX);
  const query = { search, limit: GROUPS_PER_PAGE, records: NEWEST_RECORDS };
  const list = useInfiniteQuery(pagesOf(routes.listResponses, { query }));
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <SearchBox
          value={search}
          placeholder={t.searchExample}
          onSearch={(text) => setAddress(text ? { search: text } : {}, { replace: true })}
        />
        <DownloadButtons
          label={downloads.responses.all}
          labelAs={(format) => downloads.responses.as({ format })}
          download={(format) => downloadRoute(routes.exportResponses, { query: { format } })}
        />
      </div>
      <ResponseList
        list={list}
        labels={statusLabels}
        before={(groups) => groups.length > 1 && <MostAnswered groups={groups} />}
        empty={
          <EmptyState
            title={search ? t.noneFound : t.noneYet}
            text={search ? t.tryAnother : t.appearHere}
          />
        }
      />
    </div>
  );
}
