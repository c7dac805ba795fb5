import { useInfiniteQuery } from "@tanstack/react-query";
import * as t from "#words/users";
import type { Role } from "../../../contract/permissions.ts";
import { routes } from "../../../contract/routes.ts";
import { Avatar } from "../../components/avatar.tsx";
import type { Column } from "../../components/data-table.tsx";
import { EmailText } from "../../components/email-text.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { pagesOf } from "../../lib/route-queries.ts";
import { type User, UserActions } from "./user-actions.tsx";
import type { UserFilter } from "./user-filters.tsx";

const roleLooks: Record<Role, string> = {
  user: "badge-outline",
  surveyor: "badge-primary",
  "pro-user": "badge-accent",
};

const columns: Column<User>[] = [
  {
    header: t.columns.person,
    cell: ({ _id, username, url }) => (
      <span className="flex items-center gap-3">
        <Avatar name={username} photoUrl={url} />
        <bdi id={`name-${_id}`} className="min-w-24 font-semibold">
          {username}
        </bdi>
      </span>
    ),
  },
  { header: t.columns.email, cell: ({ email }) => <EmailText email={email} /> },
  {
    header: t.columns.role,
    cell: ({ role, admin, locked }) => (
      <span className="flex flex-wrap gap-1.5">
        {admin && <span className="badge badge-neutral font-semibold">{t.roles.admin}</span>}
        {(!admin || role !== "user") && (
          <span className={`badge font-semibold whitespace-nowrap ${roleLooks[role]}`}>
            {t.roles[role]}
          </span>
        )}
        {locked && <span className="badge badge-error font-semibold">{t.locked}</span>}
      </span>
    ),
  },
  {
    header: t.columns.since,
    cell: ({ timestamp }) => (
      <span className="whitespace-nowrap">
        <RelativeTime timestamp={timestamp} />
      </span>
    ),
  },
  { header: t.columns.actions, buttons: true, cell: (person) => <UserActions person={person} /> },
];

export function UserList({ filter }: { filter: UserFilter }) {
  const list = useInfiniteQuery(pagesOf(routes.listUsers, { query: filter }));
  return (
    <PagedTable
      list={list}
      kind="people"
      empty={<EmptyState title={t.noneFound} text={t.searchOtherwise} />}
      caption={t.caption}
      columns={columns}
      rowKey={(person) => person._id}
    />
  );
}
