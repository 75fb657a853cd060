import type { SharedRequest } from '@hookwell/client';
import type { ReactNode } from 'react';
import { PairsTable } from '../detail/text/pairs-table.tsx';
import { formatExactTime } from '../ui/format.ts';
import { bodyWords } from './body-words.ts';
import { SharedBody } from './shared-body.tsx';

interface RequestPartsProps {
  request: SharedRequest;
  /** The level of the heading of the request. */
  level: 2 | 3;
}

/** All that is shown of a request: its body, its query, its headers. */
export function RequestParts({ request, level }: RequestPartsProps) {
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
