import { FormFrame } from "../../components/form-frame.tsx";
import { useMailed } from "../../lib/mailed.ts";
import { LeaveNews, NoAddress } from "../../people/follows/leave-news.tsx";

/** Where a mail of news leads whoever wants no more of them. */
function UnsubscribePage() {
  const of = useMailed("of");
  return <FormFrame>{of ? <LeaveNews of={of} /> : <NoAddress />}</FormFrame>;
}

export { UnsubscribePage as Component };
