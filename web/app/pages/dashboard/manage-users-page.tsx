import * as downloads from "#words/downloads";
import * as wording from "#words/specified";
import * as t from "#words/users";
import { routes } from "../../../../contract/routes.ts";
import { DownloadButtons } from "../../../components/download-buttons.tsx";
import { PageHeading } from "../../../components/page-heading.tsx";
import { downloadRoute } from "../../../lib/download.ts";
import { UserFilters, useUserFilter } from "../../../people/users/user-filters.tsx";
import { UserList } from "../../../people/users/user-list.tsx";

function UsersPage() {
  const filter = useUserFilter();
  return (
    <div className="page grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <PageHeading title={wording.dashboard.users} lead={t.lead} />
        <DownloadButtons
          label={downloads.users.all}
          labelAs={(format) => downloads.users.as({ format })}
          download={(format) => downloadRoute(routes.exportUsers, { query: { format } })}
        />
      </div>
      <UserFilters />
      <UserList filter={filter} />
    </div>
  );
}

export { UsersPage as Component };
