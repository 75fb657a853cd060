import type { EndpointKind } from '../history/operation.ts';
import { type Endpoint, type Known, pauseALittle } from './known.ts';
import { Pace } from './pace.ts';
import { pipelinedAtOnce, sendPipelined } from './pipelined.ts';
import { makeWebhook, sendWebhook } from './webhook.ts';

/** The senders of a world, by what they send to. Those of attempts are in `attempts.ts`. */
const kindsOfSenders: readonly (readonly EndpointKind[])[] = [
  ['plain', 'versions', 'signed'],
  ['plain', 'versions', 'signed'],
  ['plain', 'plain', 'signed'],
  ['plain'],
  ['versions', 'plain'],
  ['versions', 'signed'],
  ['listened'],
  ['listened'],
];

/** The work of all senders, each of which sends one webhook after the other. */
export function sendersOf(
  known: Known,
  msBetweenSends: number,
): readonly ((until: AbortSignal) => Promise<void>)[] {
  return kindsOfSenders.map((kinds) => (until) => send(known, kinds, msBetweenSends, until));
}

/** How many senders there are. */
export const senderCount = kindsOfSenders.length;

async function send(
  known: Known,
  kinds: readonly EndpointKind[],
  msBetweenSends: number,
  until: AbortSignal,
): Promise<void> {
  const self = known.newClient();
  const { random } = self;
  const pipelining = Array.from({ length: pipelinedAtOnce }, () => known.newClient().client);
  const pace = new Pace(random, msBetweenSends);
  while (!until.aborted) {
    const endpoint = target(known, random.pick(kinds), random);
    let sent = 1;
    let isDone = true;
    if (endpoint === undefined) isDone = false;
    else if (endpoint.kind !== 'listened' && random.chance(0.01)) {
      await sendPipelined(known, { clients: pipelining, random }, endpoint);
      sent = pipelinedAtOnce;
    } else {
      const { outcome } = await sendWebhook(known, self, makeWebhook(known, random, endpoint));
      isDone = outcome === 'stored';
    }
    if (!isDone) await pauseALittle(random, until);
    await pace.wait(sent, until);
  }
}

/** Some endpoint of the kind; now and then one that was deleted. */
function target(
  known: Known,
  kind: EndpointKind,
  random: { chance(of: number): boolean; pick<T>(from: readonly T[]): T },
): Endpoint | undefined {
  const { deleted } = known;
  if (deleted.length > 0 && random.chance(0.03)) return random.pick(deleted);
  const endpoints = known.endpoints.filter((endpoint) => endpoint.kind === kind);
  return endpoints.length === 0 ? undefined : random.pick(endpoints);
}
