import type { HookwellClient } from '@hookwell/client';

export interface CapturedCount {
  count: number;
  /** Missing if there is none. */
  newestId?: number;
}

/**
 * Counts captured requests.
 * @param endpoint the token of the endpoint; if it is missing, all endpoints are counted
 * @throws {HookwellError} if the service cannot answer
 */
export async function countCaptured(
  client: Pick<HookwellClient, 'requests'>,
  endpoint: string | undefined,
): Promise<CapturedCount> {
  const { endpoints } = await client.requests.usage();
  const meant = endpoints.filter(({ token }) => endpoint === undefined || token === endpoint);
  const count = meant.reduce((sum, { requests }) => sum + requests, 0);
  const newestId = Math.max(0, ...meant.map((each) => each.newestId ?? 0));
  return count === 0 || newestId === 0 ? { count: 0 } : { count, newestId };
}
