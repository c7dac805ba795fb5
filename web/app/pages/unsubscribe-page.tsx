import { useSearchParams } from "react-router";
import { FormFrame } from "../../components/form-frame.tsx";
import { LeaveNews, NoAddress } from "../../people/follows/leave-news.tsx";

/** Where a mail of news leads whoever wants no more of them. */
function UnsubscribePage() {
  const [search] = useSearchParams();
  const of = search.get("of");
  return <FormFrame>{of ? <LeaveNews of={of} /> : <NoAddress />}</FormFrame>;
}

export { UnsubscribePage as Component };
