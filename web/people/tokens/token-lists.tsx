import { useInfiniteQuery } from "@tanstack/react-query";
import * as t from "#words/tokens";
import { routes } from "../../../contract/routes.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ItemList } from "../../components/item-list.tsx";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { PersonName } from "../users/shared/person-name.tsx";
import { TokenItem } from "./token-item.tsx";

export function OwnTokens() {
  const list = useInfiniteQuery(pagesOf(routes.listOwnTokens));
  const end = useRouteMutation(routes.endToken);
  return (
    <ItemList
      list={list}
      kind="tokens"
      empty={<EmptyState title={t.none} text={t.listedHere} />}
      look="grid border-t border-base-300"
    >
      {(token) => (
        <TokenItem
          key={token.id}
          token={token}
          busy={end.isPending}
          onEnd={() => end.mutateAsync({ params: { id: token.id } })}
        />
      )}
    </ItemList>
  );
}

/** Everybody's, for admins. */
export function AllTokens() {
  const list = useInfiniteQuery(pagesOf(routes.listTokens));
  const end = useRouteMutation(routes.endAnyToken);
  return (
    <ItemList
      list={list}
      kind="tokens"
      empty={<EmptyState title={t.allNone} text={t.allLead} />}
      look="grid border-t border-base-300"
    >
      {(token) => (
        <TokenItem
          key={token.id}
          token={token}
          owner={<PersonName name={token.owner} id={token.ownerId} />}
          busy={end.isPending}
          onEnd={() => end.mutateAsync({ params: { id: token.id } })}
        />
      )}
    </ItemList>
  );
}
