import * as wording from "#words/specified";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { useSession } from "../identity/session.tsx";
import { alerts } from "../lib/alerts.ts";
import { useRouteMutation } from "../lib/route-mutation.ts";

export type User = Reply<typeof routes.listUsers>[number];

/** The roles that an admin can give and take. Pro users pay; admins are made by a command. */
const otherRole = { user: "surveyor", surveyor: "user" } as const;

export function UserActions({ person }: { person: User }) {
  const { user } = useSession();
  const changeRole = useRouteMutation(routes.changeRole);
  const deleteUser = useRouteMutation(routes.deleteUser);
  const params = { id: person._id };
  const busy = changeRole.isPending || deleteUser.isPending;

  if (person.email === user?.email) return <span className="text-muted">This is you</span>;
  const nextRole = person.admin || person.role === "pro-user" ? null : otherRole[person.role];

  function change(role: "user" | "surveyor") {
    void alerts.outcome(changeRole.mutateAsync({ params, body: { role } }), {
      done: wording.alerts.roleChanged,
      failed: "The role is not changed",
    });
  }

  async function remove() {
    const agreed = await alerts.confirm({
      title: `Delete ${person.username}?`,
      text: `${person.email} loses their account, name and photo at once, and they can't be brought back. Votes, comments and surveys stay without the name.`,
      action: "Delete",
    });
    if (!agreed) return;
    void alerts.outcome(deleteUser.mutateAsync({ params }), {
      done: wording.alerts.userDeleted,
      failed: `${person.username} is not deleted`,
    });
  }

  return (
    <div className="flex flex-wrap gap-2 @min-[56rem]:flex-nowrap">
      {nextRole && (
        <button
          type="button"
          className="btn btn-outline"
          aria-describedby={`name-${person._id}`}
          aria-busy={changeRole.isPending}
          onClick={() => !busy && change(nextRole)}
        >
          Make {nextRole}
        </button>
      )}
      <button
        type="button"
        className="btn btn-ghost text-error"
        aria-describedby={`name-${person._id}`}
        aria-busy={deleteUser.isPending}
        onClick={() => !busy && remove()}
      >
        Delete
      </button>
    </div>
  );
}
