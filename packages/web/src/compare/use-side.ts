import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { nameValuePairs } from '../detail/body/name-value-pairs.ts';
import { findSummary } from '../log/use-request-log.ts';
import { textOfBytes } from '../request/byte-text.ts';
import { summaryQuery, wireQuery } from '../request/request-queries.ts';
import { queryIn } from '../request/target.ts';

/** One of the two requests. */
export interface Side {
  id: number;
  summary: CapturedRequestSummary;
  wire: CapturedRequestWire;
}

export function useSide(id: number) {
  const listed = findSummary(id);
  const asked = useQuery({ ...summaryQuery(id), enabled: listed === undefined });
  const wire = useQuery(wireQuery(id));
  const summary = listed ?? asked.data;
  const isLoaded = summary !== undefined && wire.data !== undefined;
  const data: Side | undefined = isLoaded ? { id, summary, wire: wire.data } : undefined;
  return {
    data,
    error: wire.error ?? (listed === undefined ? asked.error : null),
    retry: () => {
      if (wire.isError) void wire.refetch();
      if (asked.isError) void asked.refetch();
    },
  };
}

export function headerPairs({ wire }: Side) {
  return wire.headers.map(([name, value]) => ({ name, value: textOfBytes(value) }));
}

export function queryPairs({ wire }: Side) {
  return nameValuePairs(queryIn(textOfBytes(wire.target)) ?? '').pairs;
}
