import type { HookwellClient } from '@hookwell/client';
import { removedTogether, removedWords } from '@hookwell/contract/removed-words';

/**
 * How many requests the plan removed lately, and why, in a sentence: somebody looks for them. Undefined if it removed none, and if
 * the service does not tell: the command is about something else.
 * @param endpoint the token of the endpoint; all of them without it
 */
export async function removedSentence(
  client: HookwellClient,
  endpoint?: string,
): Promise<string | undefined> {
  try {
    const { endpoints } = await client.requests.usage();
    const removed = removedTogether(
      endpoints.filter(({ token }) => endpoint === undefined || token === endpoint),
    );
    if (removed === undefined) return undefined;
    const limits = await limitsOf(client);
    return limits && removedWords(removed, limits);
  } catch {
    return undefined;
  }
}

/** The most requests that an endpoint of the account keeps; undefined if the service does not tell. */
export async function keptOfEach(client: HookwellClient): Promise<number | undefined> {
  const limits = await limitsOf(client).catch(() => undefined);
  return limits?.requestsPerEndpoint;
}

async function limitsOf(client: HookwellClient) {
  const [{ plan: own }, { plans }] = await Promise.all([client.auth.me(), client.service.get()]);
  return plans.find(({ plan }) => plan === own);
}
