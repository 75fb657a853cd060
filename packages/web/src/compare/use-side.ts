import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import { textOfBytes } from '@hookwell/match';
import { nameValuePairs } from '../detail/body/name-value-pairs.ts';
import { requestLogs } from '../log/use-request-log.ts';
import { queryIn } from '../request/target.ts';
import { useRequest } from '../request/use-request.ts';

export interface Side {
  id: number;
  summary: CapturedRequestSummary;
  wire: CapturedRequestWire;
}

/** Loads one of the two requests. */
export function useSide(id: number) {
  const { summary, wire, error, retry } = useRequest(id, requestLogs.find(id));
  const isLoaded = summary !== undefined && wire !== undefined;
  const side: Side | undefined = isLoaded ? { id, summary, wire } : undefined;
  return { side, error, retry };
}

export function headersOf({ wire }: Side) {
  return wire.headers.map(([name, value]) => ({ name, value: textOfBytes(value) }));
}

export function parametersOf({ wire }: Side) {
  return nameValuePairs(queryIn(textOfBytes(wire.target)) ?? '').pairs;
}
