import { useInfiniteQuery } from "@tanstack/react-query";
import * as t from "#words/webhooks";
import { routes } from "../../../contract/routes.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { FullTime } from "../../components/full-time.tsx";
import { ItemList } from "../../components/item-list.tsx";
import { PressButton } from "../../components/press-button.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { sayEvent, sayOutcome, type Webhook } from "./words.ts";

export function DeliveryList({ webhook: { id } }: { webhook: Webhook }) {
  const params = { id };
  const list = useInfiniteQuery({ ...pagesOf(routes.listDeliveries, { params }), staleTime: 0 });
  const sendTest = useRouteMutation(routes.testWebhook);
  const replay = useRouteMutation(routes.replayDelivery);
  const words = { done: t.willBeSent, failed: t.notSent };
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap gap-2">
        <PressButton
          isBusy={sendTest.isPending}
          onPress={() => alerts.outcome(sendTest.mutateAsync({ params }), words)}
        >
          {t.sendTest}
        </PressButton>
        <PressButton className="btn btn-ghost" onPress={() => list.refetch()}>
          {t.lookAgain}
        </PressButton>
      </div>
      <ItemList
        list={list}
        kind="deliveries"
        empty={<EmptyState title={t.noDeliveries} text={t.deliveriesLead} />}
        look="grid border-t border-base-300"
      >
        {(delivery) => (
          <li
            key={delivery.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-base-300 py-3"
          >
            <div className="grid min-w-0 flex-1 basis-60 gap-1" id={delivery.id}>
              <p className="font-semibold">{sayEvent(delivery.type)}</p>
              <p className="text-muted">
                <FullTime timestamp={delivery.timestamp} toTheSecond />
              </p>
              <p>{sayOutcome(delivery)}</p>
              {delivery.answer && (
                <details>
                  <summary className="cursor-pointer">{t.answer}</summary>
                  <pre
                    dir="auto"
                    className="rounded-panel bg-base-200 p-3 text-sm whitespace-pre-wrap wrap-anywhere"
                  >
                    {delivery.answer}
                  </pre>
                </details>
              )}
            </div>
            <PressButton
              aria-describedby={delivery.id}
              onPress={() =>
                alerts.outcome(
                  replay.mutateAsync({ params, body: { deliveryId: delivery.id } }),
                  words,
                )
              }
            >
              {t.sendAgain}
            </PressButton>
          </li>
        )}
      </ItemList>
    </div>
  );
}
