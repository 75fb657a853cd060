import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadResult } from './load.ts';
import type { RunningServer, Visitor } from './servers.ts';

/** The retention may need so long to remove what arrived last. */
const settleMs = 60_000;

/**
 * Compares what these endpoints hold with what they acknowledged: all of it, or as much as the plan keeps. A capture that
 * was not answered may be stored or not.
 * @returns a sentence about the first endpoint that holds another number; undefined if there is none
 */
export async function missingCaptures(
  server: RunningServer,
  visitors: readonly Visitor[],
  { answeredBy, failed }: LoadResult,
  kept: number,
): Promise<string | undefined> {
  const deadline = performance.now() + settleMs;
  for (const visitor of visitors) {
    const acknowledged = answeredBy[visitor.receiveUrl] ?? 0;
    const least = Math.min(kept, acknowledged);
    const most = Math.min(kept, acknowledged + failed);
    let stored = await storedAt(server, visitor);
    while (stored > most && performance.now() < deadline) {
      await sleep(500);
      stored = await storedAt(server, visitor);
    }
    if (stored < least || stored > most) {
      return `${visitor.token} holds ${stored} captures; it acknowledged ${acknowledged} and keeps ${kept}`;
    }
  }
  return undefined;
}

async function storedAt({ url }: RunningServer, { cookie, token }: Visitor): Promise<number> {
  const response = await fetch(`${url}/api/usage`, { headers: { cookie } });
  // The contract's usage; only its counts are used here.
  const { endpoints } = (await response.json()) as {
    endpoints: { token: string; requests: number }[];
  };
  return endpoints.find((endpoint) => endpoint.token === token)?.requests ?? 0;
}
