import type { Random } from '../../../server/test/random.ts';
import { type Account, type Endpoint, type Known, pause, pauseALittle } from './known.ts';
import { ReadStream } from './stream-reader.ts';

/** Follows an account for the whole time, at a node; when the stream ends it is resumed at another one. */
export async function followAccount(
  known: Known,
  account: Account,
  until: AbortSignal,
): Promise<void> {
  const { client, random } = known.newClient();
  let after: number | undefined;
  const end = aborted(until);
  while (!until.aborted) {
    const node = random.pick(known.nodes);
    const stream = await ReadStream.open(known, { client, node, account, after });
    if (stream.isOpen) await Promise.race([stream.closed, end]);
    after = stream.lastId;
    await stream.end();
    await pauseALittle(random, until);
  }
}

/** Follows an account or an endpoint for some seconds, resumes that once or twice, and goes on with others. */
export async function followSome(known: Known, until: AbortSignal): Promise<void> {
  const { client, random } = known.newClient();
  while (!until.aborted) {
    const scope = someScope(known, random);
    let after = random.chance(0.3) ? someId(scope.account, random) : undefined;
    for (let times = 1 + random.below(3); times > 0 && !until.aborted; times -= 1) {
      const node = random.pick(known.nodes);
      const stream = await ReadStream.open(known, { client, node, ...scope, after });
      if (stream.isOpen)
        await Promise.race([stream.closed, pause(200 + random.below(3000), until)]);
      after = stream.lastId;
      await stream.end();
      await pauseALittle(random, until);
    }
  }
}

/** An account, or one of its endpoints. */
export function someScope(known: Known, random: Random): { account: Account; endpoint?: Endpoint } {
  const { accounts, endpoints } = known;
  if (endpoints.length === 0 || random.chance(0.4)) return { account: random.pick(accounts) };
  const endpoint = random.pick(endpoints);
  return { account: endpoint.account, endpoint };
}

/** One of the account's latest ids. */
export function someId({ ids }: Account, random: Random): number | undefined {
  return ids[ids.length - 1 - random.below(Math.min(ids.length, 200))];
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
