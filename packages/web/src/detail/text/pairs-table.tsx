import { useCallback, useState } from 'react';
import { shownCharacters } from '../../request/shown-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Hits, textHits } from '../search/hits.ts';
import { ExplainedValue } from './explained-value.tsx';
import {
  type CurrentHit,
  SearchedText,
  useCentred,
  useFoundIn,
  useSearched,
} from './searched-text.tsx';

export interface Pair {
  name: string;
  value: string;
  /** The text to copy, if it is not the value. */
  copied?: string;
  /** A word about it, and what that means. */
  note?: string;
  noteTitle?: string;
}

interface PairsTableProps {
  /** Names the table for screen readers: `Headers as sent`. */
  caption: string;
  pairs: readonly Pair[];
}

const longestShownCharacters = 4000;

/** Names and values in their order, each value with a button to copy it. In the body of a request, they are searched. */
export function PairsTable({ caption, pairs }: PairsTableProps) {
  const [table, setTable] = useState<HTMLTableElement | null>(null);
  const find = useCallback((query: string) => pairHits(pairs, query), [pairs]);
  const { query, current } = useSearched(table, find);
  return (
    <div className="@container">
      <table
        className="w-full table-fixed border-collapse font-mono text-[0.8125rem]"
        ref={setTable}
      >
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          <col className="w-[38%] @2xl:w-60" />
          <col />
          <col className="w-10" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col">Copy</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair, index) => (
            <Row
              hit={current?.hit === index ? current : undefined}
              // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the order never changes
              key={index}
              pair={pair}
              searched={query}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Finds the pairs that have a text in their name or value. */
function* pairHits(pairs: readonly Pair[], query: string): Hits {
  for (const [index, { name, value }] of pairs.entries()) {
    for (const hit of textHits(`${name}\n${value}`, query)) {
      yield hit === undefined ? hit : index;
      if (hit !== undefined) break;
    }
  }
}

interface RowProps {
  pair: Pair;
  searched: string;
  hit: CurrentHit | undefined;
}

function Row({ pair, searched, hit }: RowProps) {
  const { name, value, copied = value, note, noteTitle } = pair;
  const row = useCentred<HTMLTableRowElement>(hit);
  return (
    <tr className="border-b border-line align-top hover:bg-raised" ref={row}>
      <th className="py-1.5 pr-3 pl-4 text-left font-medium wrap-anywhere text-accent" scope="row">
        <Searched hit={hit} searched={searched} text={name} />
        {note !== undefined && (
          <span className="font-sans text-xs font-normal text-muted" title={noteTitle}>
            {` ${note}`}
          </span>
        )}
      </th>
      <td className="py-1.5 pr-2 wrap-anywhere whitespace-pre-wrap">
        {value === '' ? (
          <Empty />
        ) : (
          <ExplainedValue text={value}>
            <Searched hit={hit} searched={searched} text={value.slice(0, longestShownCharacters)} />
          </ExplainedValue>
        )}
        {value.length > longestShownCharacters && (
          <span className="text-muted"> … (copy it to see all)</span>
        )}
      </td>
      <td className="pr-2 text-right">
        <CopyButton label={`the value of ${shownCharacters(name)}`} size="small" text={copied} />
      </td>
    </tr>
  );
}

/** A name or value with what the search of the body has found, or else that of the list. */
function Searched({ text, searched, hit }: Pick<RowProps, 'searched' | 'hit'> & { text: string }) {
  const found = useFoundIn(text);
  return <SearchedText hit={hit} searched={searched || found} text={text} />;
}

function Empty() {
  return <span className="font-sans text-muted italic">empty</span>;
}
