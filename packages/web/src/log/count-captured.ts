import type { HookwellClient } from '@hookwell/client';

/**
 * Counts captured requests, and finds the newest of them.
 * @param endpoint the token of the endpoint; if it is missing, all endpoints are counted
 * @throws {HookwellError} if the service cannot answer
 */
export async function countCaptured(
  client: Pick<HookwellClient, 'requests'>,
  endpoint: string | undefined,
) {
  const { endpoints } = await client.requests.usage();
  const meant = endpoints.filter(({ token }) => endpoint === undefined || token === endpoint);
  const count = meant.reduce((sum, { requests }) => sum + requests, 0);
  const newestId = Math.max(0, ...meant.map((each) => each.newestId ?? 0));
  return count === 0 || newestId === 0 ? { count: 0 } : { count, newestId };
}
