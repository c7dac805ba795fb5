import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import * as t from "#words/responses";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { Avatar } from "../../components/avatar.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ItemList } from "../../components/item-list.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { SelectField } from "../../components/select-field.tsx";
import { writtenIn } from "../../components/written-in.tsx";
import { sayName } from "../../lib/names.ts";
import { pagesOf, readOf } from "../../lib/route-queries.ts";

type Feedback = Reply<typeof routes.listFeedback>[number];

interface FeedbackFilter {
  survey: string | undefined;
  kind: Feedback["kind"] | undefined;
}

/** The surveys to choose from. The largest page is more than anybody scrolls through. */
const surveyChoicesQuery = readOf(routes.listOwnSurveys, { query: { limit: 100 } });

const uuid = /^[0-9a-f-]{36}$/;

export function FeedbackList({ email }: { email: string }) {
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const list = useInfiniteQuery(pagesOf(routes.listFeedback, { params: { email }, query: filter }));
  const filtered = filter.survey !== undefined || filter.kind !== undefined;

  function choose(part: Partial<FeedbackFilter>) {
    const chosen = Object.entries({ ...filter, ...part }).filter(([, value]) => value);
    setAddress(new URLSearchParams(chosen as [string, string][]));
  }

  return (
    <div className="grid gap-6">
      <Filters filter={filter} onChoose={choose} />
      <ItemList
        list={list}
        kind="feedback"
        empty={<NoFeedback filtered={filtered} onClear={() => setAddress({})} />}
      >
        {(item) => (
          <li key={item._id}>
            <FeedbackItem item={item} />
          </li>
        )}
      </ItemList>
    </div>
  );
}

/** People can type any address: unknown values are ignored. */
function readFilter(address: URLSearchParams): FeedbackFilter {
  const survey = address.get("survey") ?? "";
  const kind = address.get("kind");
  return {
    survey: uuid.test(survey) ? survey : undefined,
    kind: kind === "report" || kind === "comment" ? kind : undefined,
  };
}

interface FiltersProps {
  filter: FeedbackFilter;
  onChoose: (part: Partial<FeedbackFilter>) => void;
}

function Filters({ filter, onChoose }: FiltersProps) {
  const { data: surveys = [] } = useQuery(surveyChoicesQuery);
  const isKnown = surveys.some(({ _id }) => _id === filter.survey);
  return (
    <div className="flex flex-wrap gap-4">
      <SelectField
        label={t.filters.survey}
        className="min-w-0 max-w-full grow basis-64"
        value={filter.survey ?? ""}
        onChange={(event) => onChoose({ survey: event.target.value || undefined })}
      >
        <option value="">{t.filters.allSurveys}</option>
        {filter.survey && !isKnown && (
          <option value={filter.survey}>{t.filters.olderSurvey}</option>
        )}
        {surveys.map(({ _id, title, language }) => (
          <option key={_id} value={_id} lang={language} dir="auto">
            {title}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.filters.kind}
        className="min-w-44"
        value={filter.kind ?? ""}
        onChange={(event) =>
          onChoose({ kind: (event.target.value || undefined) as FeedbackFilter["kind"] })
        }
      >
        <option value="">{t.filters.allKinds}</option>
        <option value="report">{t.filters.report}</option>
        <option value="comment">{t.filters.comment}</option>
      </SelectField>
    </div>
  );
}

function FeedbackItem({ item }: { item: Feedback }) {
  return (
    <article className="flex gap-3.5 rounded-panel bg-base-200 p-5">
      <Avatar name={item.author} photoUrl={item.photo} />
      <div className="grid min-w-0 grow gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-semibold">{sayName(item.author)}</bdi>
          <span
            className={`badge font-semibold ${item.kind === "report" ? "badge-warning" : "badge-neutral"}`}
          >
            {t.feedbackKinds[item.kind]}
          </span>
          {item.hidden && <span className="badge font-semibold">{t.hidden}</span>}
          <span className="text-sm text-muted">
            <RelativeTime timestamp={item.timestamp} />
          </span>
        </p>
        <p className="text-sm text-muted">
          {t.feedbackOn({ title: item.title, written: writtenIn(item.language) })}
        </p>
        <p dir="auto" className="whitespace-pre-line">
          {item.text}
        </p>
      </div>
    </article>
  );
}

function NoFeedback({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) {
    return <EmptyState title={t.noFeedback} text={t.feedbackAppearsHere} />;
  }
  return (
    <EmptyState title={t.noFeedbackFound}>
      <button type="button" className="btn btn-outline mt-2" onClick={onClear}>
        {t.clearFilters}
      </button>
    </EmptyState>
  );
}
