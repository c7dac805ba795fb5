import { useInfiniteQuery } from "@tanstack/react-query";
import * as t from "#words/tokens";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { PersonName } from "../users/shared/person-name.tsx";
import { type Token, TokenItem } from "./token-item.tsx";

export function OwnTokens() {
  const list = useInfiniteQuery(pagesOf(routes.listOwnTokens));
  const end = useRouteMutation(routes.endToken);
  return (
    <PagedList<Token, HTMLUListElement>
      list={list}
      kind="tokens"
      empty={<EmptyState title={t.none} text={t.listedHere} />}
    >
      {(tokens, ref) => (
        <ul ref={ref} className="grid border-t border-base-300">
          {tokens.map((token) => (
            <TokenItem
              key={token.id}
              token={token}
              busy={end.isPending}
              onEnd={() => end.mutateAsync({ params: { id: token.id } })}
            />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

type OwnedToken = Reply<typeof routes.listTokens>[number];

/** Everybody's, for admins. */
export function AllTokens() {
  const list = useInfiniteQuery(pagesOf(routes.listTokens));
  const end = useRouteMutation(routes.endAnyToken);
  return (
    <PagedList<OwnedToken, HTMLUListElement>
      list={list}
      kind="tokens"
      empty={<EmptyState title={t.allNone} text={t.allLead} />}
    >
      {(tokens, ref) => (
        <ul ref={ref} className="grid border-t border-base-300">
          {tokens.map((token) => (
            <TokenItem
              key={token.id}
              token={token}
              owner={<PersonName name={token.owner} id={token.ownerId} />}
              busy={end.isPending}
              onEnd={() => end.mutateAsync({ params: { id: token.id } })}
            />
          ))}
        </ul>
      )}
    </PagedList>
  );
}
