import type { ApiClient } from '@hookwell/client/api';
import { isGone } from '../service/client.ts';

/**
 * Deletes the captured requests up to an id. Those that have come since stay.
 * @param endpoint the token of the endpoint; if it is missing, all endpoints are cleared
 */
export function clearUpTo(
  client: ApiClient,
  upTo: number,
  endpoint: string | undefined,
): Promise<void> {
  const { requests } = client;
  const options = { through: upTo };
  return endpoint === undefined ? requests.clearAll(options) : requests.clear(endpoint, options);
}

/** Deletes a captured request. It is no error if it was deleted before. */
export async function deleteOne(client: ApiClient, id: number): Promise<void> {
  try {
    await client.requests.delete(id);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
