import * as common from "#words/common";
import * as wording from "#words/specified";
import * as t from "#words/users";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { useSession } from "../identity/session.tsx";

export type User = Reply<typeof routes.listUsers>[number];

/** The roles that an admin can give and take. Pro users pay; admins are made by a command. */
const otherRole = { user: "surveyor", surveyor: "user" } as const;

export function UserActions({ person }: { person: User }) {
  const { user } = useSession();
  const changeRole = useRouteMutation(routes.changeRole);
  const deleteUser = useRouteMutation(routes.deleteUser);
  const params = { id: person._id };
  const busy = changeRole.isPending || deleteUser.isPending;

  if (person.email === user?.email) return <span className="text-muted">{t.isYou}</span>;
  const nextRole = person.admin || person.role === "pro-user" ? null : otherRole[person.role];

  function change(role: "user" | "surveyor") {
    void alerts.outcome(changeRole.mutateAsync({ params, body: { role } }), {
      done: wording.alerts.roleChanged,
      failed: t.roleUnchanged,
    });
  }

  async function remove() {
    const agreed = await alerts.confirm({
      title: t.askDelete({ name: person.username }),
      text: t.whatDeletingDoes({ email: person.email }),
      action: common.remove,
    });
    if (!agreed) return;
    void alerts.outcome(deleteUser.mutateAsync({ params }), {
      done: wording.alerts.userDeleted,
      failed: t.notDeleted({ name: person.username }),
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
          {t.makeRole[nextRole]}
        </button>
      )}
      <button
        type="button"
        className="btn btn-ghost text-error"
        aria-describedby={`name-${person._id}`}
        aria-busy={deleteUser.isPending}
        onClick={() => !busy && remove()}
      >
        {common.remove}
      </button>
    </div>
  );
}
