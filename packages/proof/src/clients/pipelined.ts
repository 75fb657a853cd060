import type { Socket } from 'node:net';
import type { Random } from '../../../server/test/random.ts';
import { openSocket, parseAnswer } from '../../../server/test/raw-http.ts';
import type { ServiceNode } from '../world/node.ts';
import { type Called, isUnreached, patienceMs } from './http.ts';
import type { Endpoint, Known } from './known.ts';
import { makeWebhook, noteSend, type Webhook } from './webhook.ts';

/** So many webhooks go over one connection, before the first one is answered. */
export const pipelinedAtOnce = 10;

/** Sends webhooks over one connection without waiting for answers between them. Each counts as sent by a client of its own. */
export async function sendPipelined(
  known: Known,
  { clients, random }: { clients: readonly number[]; random: Random },
  endpoint: Endpoint,
): Promise<void> {
  const node = random.pick(known.nodes);
  const webhooks = clients.map((client) => ({
    client,
    webhook: makeWebhook(known, random, endpoint, { mayBeLarge: false }),
  }));
  const began = known.history.now();
  const left = webhooks.values();
  const note = (called: Called): boolean => {
    const { value } = left.next();
    if (value === undefined) return false;
    const { client, webhook } = value;
    noteSend(known, webhook, { client, node: node.number, began }, called);
    return true;
  };
  const text = webhooks.map(({ webhook }) => requestText(node, webhook)).join('');
  const end = await exchange(node, text, webhooks.length, note);
  while (note(end));
}

function requestText(node: ServiceNode, { method, target, headers, body }: Webhook): string {
  const all = { host: new URL(node.url).host, ...headers, 'content-length': body.length };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${target} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

/** Writes the requests and hears each answer; gives what became of those without one. */
async function exchange(
  node: ServiceNode,
  text: string,
  count: number,
  onAnswer: (called: Called) => void,
): Promise<'unreached' | 'unknown'> {
  let socket: Socket;
  try {
    socket = await openSocket(node.url);
  } catch (error) {
    return isUnreached(error) ? 'unreached' : 'unknown';
  }
  const timer = setTimeout(() => socket.destroy(), patienceMs);
  await new Promise<void>((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    let answered = 0;
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      for (let next = parseAnswer(received); next !== undefined; next = parseAnswer(received)) {
        const { status, headers, body } = next.answer;
        received = received.subarray(next.length);
        onAnswer({ status, headers: Object.fromEntries(headers), body: Buffer.from(body) });
        answered += 1;
        if (answered === count) socket.destroy();
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.write(text);
  });
  clearTimeout(timer);
  return 'unknown';
}
