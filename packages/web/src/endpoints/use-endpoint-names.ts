import { useEffect, useMemo, useRef } from 'react';
import { queryClient } from '../service/queries.ts';
import { endpointsQuery, useEndpoints } from './endpoints.ts';

/**
 * The names of the endpoints by their ids, for the list of all of them.
 * @param seenId the endpoint of a captured request. If it is unknown, another program has just made it.
 */
export function useEndpointNames(
  isForAll: boolean,
  seenId: number | undefined,
): ReadonlyMap<number, string> | undefined {
  const endpoints = useEndpoints();
  const names = useMemo(
    () => (isForAll ? new Map(endpoints.map((one) => [one.id, one.badgeName])) : undefined),
    [isForAll, endpoints],
  );
  const asked = useRef<number>(undefined);
  const unknownId = seenId !== undefined && names?.has(seenId) === false ? seenId : undefined;
  useEffect(() => {
    if (unknownId === undefined || asked.current === unknownId) return;
    asked.current = unknownId;
    void queryClient.invalidateQueries(endpointsQuery);
  }, [unknownId]);
  return names;
}
