import type { SharedRequest } from '@hookwell/client';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { type BodyViewName, type OfferedView, ViewButtons } from '../detail/body/body-views.tsx';
import { FieldsView, fieldsText } from '../detail/body/fields-view.tsx';
import type { JsonDocument } from '../detail/json/json-document.ts';
import { JsonTree } from '../detail/json/json-tree.tsx';
import { prettyJson } from '../detail/json/pretty-json.ts';
import { scanJson } from '../detail/json/scan-json.ts';
import { BarLabel, SearchableBody, SearchButton } from '../detail/search/searchable-body.tsx';
import { useBodySearch } from '../detail/search/use-body-search.ts';
import { PairsTable } from '../detail/text/pairs-table.tsx';
import { TextView } from '../detail/text/text-view.tsx';
import { ShownText } from '../request/shown-text.tsx';
import { MethodBadge } from '../ui/badge.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatBytes, formatExactTime } from '../ui/format.ts';
import { formatMinute } from '../ui/moment.ts';
import { ChevronRightIcon } from '../ui/part-icons.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

/** A request with a key that it keeps as long as it is shown. Shared requests have no ids. */
export interface KeyedRequest {
  key: number;
  request: SharedRequest;
  /** Whether it came while others were shown. */
  isNew?: boolean;
}

interface SharedRequestsProps {
  requests: readonly KeyedRequest[];
  /** The level of the headings of requests. */
  level: 2 | 3;
}

/** Requests as a share shows them, below one another. One alone is open. */
export function SharedRequests({ requests, level }: SharedRequestsProps) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
      {requests.map(({ key, request, isNew = false }) => (
        <RequestRow
          isNew={isNew}
          isOpenAtFirst={requests.length === 1 && !isNew}
          key={key}
          level={level}
          request={request}
        />
      ))}
    </ul>
  );
}

/** A body by its kind. What is neither JSON nor a form is left out. */
function SharedBody({ body: { text, form, size } }: { body: SharedRequest['body'] }) {
  if (text !== undefined) return <JsonText text={text} />;
  if (form !== undefined) return <FormBody form={form} />;
  return (
    <p className="p-3 text-muted">
      {size === 0
        ? 'The request has no body.'
        : 'Left out. Only JSON and forms of up to 1 MB are shown.'}
    </p>
  );
}

function FormBody({ form }: { form: NonNullable<SharedRequest['body']['form']> }) {
  const search = useBodySearch();
  const fields = useMemo(
    () => ({ pairs: form.map(([name, value]) => ({ name, value })), isComplete: true }),
    [form],
  );
  return (
    <SearchableBody search={search} whole={() => fieldsText(fields)}>
      <FieldsView fields={fields} isCut={false} />
    </SearchableBody>
  );
}

function JsonText({ text }: { text: string }) {
  const scanned = useMemo(() => scanJson(text), [text]);
  if (scanned.ok) return <JsonBody document={scanned.document} />;
  return <TextView label="Body" language="plain" text={text} wraps />;
}

const views: readonly OfferedView[] = [
  { view: 'tree', label: 'Tree' },
  { view: 'pretty', label: 'Pretty' },
];

function JsonBody({ document }: { document: JsonDocument }) {
  const [view, setView] = useState<BodyViewName>('tree');
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const search = useBodySearch();
  const pretty = useMemo(() => prettyJson(document), [document]);
  return (
    <>
      <div className="@container flex items-center border-b border-line py-0.5 pr-2 pl-4">
        <ViewButtons offered={views} onView={setView} view={view} />
        <span className="grow" />
        <SearchButton search={search} />
        <span className="contents" ref={setSlot} />
        <CopyButton label="the indented body" size="small" text={pretty}>
          <BarLabel>Copy</BarLabel>
        </CopyButton>
      </div>
      <SearchableBody
        className="flex max-h-[60dvh] flex-col"
        search={search}
        whole={() => (view === 'tree' ? document.text : pretty)}
      >
        {view === 'tree' ? (
          <JsonTree document={document} height="content" slot={slot} />
        ) : (
          <TextView label="Body, indented" language="json" text={pretty} wraps />
        )}
      </SearchableBody>
    </>
  );
}

interface RequestRowProps {
  request: SharedRequest;
  isOpenAtFirst: boolean;
  isNew: boolean;
  level: 2 | 3;
}

/** A line with what a request is, which opens to all that is shown of it. */
function RequestRow({ request, isOpenAtFirst, isNew, level }: RequestRowProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  const { method, path = '', body, receivedAt } = request;
  const Heading = `h${level}` as const;
  return (
    <li className={isNew ? 'animate-arrive' : ''}>
      <Heading>
        <button
          aria-controls={isOpen ? id : undefined}
          aria-expanded={isOpen}
          className="flex w-full items-baseline gap-2 px-3 py-2.5 text-left -outline-offset-2 hover:bg-raised"
          onClick={() => setOpen(!isOpen)}
          type="button"
        >
          <ChevronRightIcon
            className={`mt-1 size-3.5 shrink-0 self-start text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <MethodBadge className="max-w-24 min-w-12 shrink-0" method={method} />
          <span
            className={`min-w-0 grow font-mono text-[0.8125rem] font-normal ${isOpen ? 'wrap-anywhere' : 'truncate'}`}
          >
            <ShownText text={path} />
          </span>
          {!isOpen && (
            <span className="max-w-72 shrink-0 truncate text-xs text-muted tabular-nums max-sm:hidden">
              {bodyWords(body)}
            </span>
          )}
          <RelativeTime
            at={receivedAt}
            className="w-9 shrink-0 text-right text-xs text-muted"
            isSpoken
          />
        </button>
      </Heading>
      {isOpen && (
        <div className="space-y-5 px-3 pt-1 pb-5" id={id}>
          <RequestParts level={level} request={request} />
        </div>
      )}
    </li>
  );
}

interface RequestPartsProps {
  request: SharedRequest;
  /** The level of the heading of the request. */
  level: 2 | 3;
}

/** All that is shown of a request: its body, its query, its headers. */
function RequestParts({ request, level }: RequestPartsProps) {
  const { body, query, headers, receivedAt } = request;
  return (
    <>
      <p className="text-xs text-muted">
        Received <time dateTime={receivedAt}>{formatExactTime(receivedAt)}</time>
      </p>
      <Part facts={bodyWords(body)} level={level} title="Body">
        <SharedBody body={body} />
      </Part>
      {query.length > 0 && (
        <Part facts={String(query.length)} level={level} title="Query">
          <PairsTable caption="Parameters of the query" pairs={query.map(pairOf)} />
        </Part>
      )}
      <Part facts={String(headers.length)} level={level} title="Headers">
        <PairsTable caption="Headers" pairs={headers.map(pairOf)} />
      </Part>
    </>
  );
}

function pairOf([name, value]: [name: string, value: string]) {
  return { name, value };
}

interface PartProps extends Pick<RequestPartsProps, 'level'> {
  title: string;
  facts: string;
  children: ReactNode;
}

function Part({ title, facts, level, children }: PartProps) {
  const Heading = level === 2 ? 'h3' : 'h4';
  return (
    <section>
      <div className="mb-1.5 flex items-baseline gap-2">
        <Heading className="font-semibold">{title}</Heading>
        <span className="min-w-0 truncate text-xs text-muted tabular-nums">{facts}</span>
      </div>
      <div className="overflow-hidden rounded-lg border border-line">{children}</div>
    </section>
  );
}

/** The type and size of a body: `application/json · 1.4 KB`. */
function bodyWords({ contentType, size }: SharedRequest['body']): string {
  if (size === 0) return 'no body';
  const type = contentType?.split(';', 1)[0]?.trim();
  return [type, formatBytes(size)].filter(Boolean).join(' · ');
}

/** The moment at which a share ends, in the reader's own time zone and language. */
export function ShownUntil({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {formatMinute(at)}
    </time>
  );
}

/** What stands in place of hidden values. */
export function HiddenLegend() {
  return (
    <p>
      <code className="rounded bg-raised px-1">•••</code> stands for a value that is hidden. Where
      all values are hidden, numbers stand as 0, and true as false.
    </p>
  );
}
