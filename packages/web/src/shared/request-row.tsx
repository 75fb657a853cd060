import type { SharedRequest } from '@hookwell/client';
import { type ReactNode, useId, useState } from 'react';
import { PairsTable } from '../detail/text/pairs-table.tsx';
import { ShownText } from '../request/shown-text.tsx';
import { formatBytes, formatExactTime } from '../ui/format.ts';
import { MethodBadge } from '../ui/method-badge.tsx';
import { ChevronRightIcon } from '../ui/part-icons.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SharedBody } from './shared-body.tsx';

interface RequestRowProps {
  request: SharedRequest;
  isOpenAtFirst: boolean;
  isNew: boolean;
  level: 2 | 3;
}

/** A line with what a request is, which opens to all that is shown of it. */
export function RequestRow({ request, isOpenAtFirst, isNew, level }: RequestRowProps) {
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
