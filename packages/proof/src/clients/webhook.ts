import type { Random } from '../../../server/test/random.ts';
import { bodyOf, hashOf } from '../history/body.ts';
import type { Send } from '../history/operation.ts';
import type { ServiceNode } from '../world/node.ts';
import type { Called } from './http.ts';
import type { Endpoint, Known } from './known.ts';
import { readTold, StrangeAnswer, type Told } from './sent-answer.ts';
import { deliveryHeader, signatureHeaders } from './settings.ts';

/** A webhook that is to be sent. */
export interface Webhook {
  endpoint: Endpoint;
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: string;
  /** What the history says of it. */
  facts: Pick<Send, 'endpoint' | 'mark' | 'hash' | 'signature' | 'delivery'>;
}

const methods = ['POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const types = ['text/plain', 'application/json', 'application/octet-stream'] as const;
const targets = ['', '', '/orders', '/orders/7?kind=late', '?n=1'] as const;

/** Bodies of this size go another way through the service than others. */
const largeBodyBytes = 300_000;

/** Makes a webhook with a mark of its own. */
export function makeWebhook(
  known: Known,
  random: Random,
  endpoint: Endpoint,
  { delivery, mayBeLarge = true }: { delivery?: number; mayBeLarge?: boolean } = {},
): Webhook {
  const mark = known.nextMark();
  const body = bodyOf(mark, filling(mark, sizeOf(random, mayBeLarge)));
  const isRight = random.chance(0.6);
  const isSigned = endpoint.kind === 'signed';
  return {
    endpoint,
    method: random.pick(methods),
    target: `/wh/${endpoint.token}${random.pick(targets)}`,
    headers: {
      'content-type': random.pick(types),
      ...(isSigned ? signatureHeaders(body, isRight) : {}),
      ...(delivery === undefined ? {} : { [deliveryHeader]: `delivery-${delivery}` }),
    },
    body,
    facts: {
      ...{ endpoint: endpoint.number, mark, hash: hashOf(body) },
      ...(isSigned ? { signature: isRight ? 'right' : 'wrong' } : {}),
      ...(delivery === undefined ? {} : { delivery }),
    },
  };
}

/** Sends a webhook, once, and writes down what became of it. */
export async function sendWebhook(
  known: Known,
  { client, random }: { client: number; random: Random },
  webhook: Webhook,
  node: ServiceNode = random.pick(known.nodes),
): Promise<Told> {
  const { method, target, headers, body } = webhook;
  const began = known.history.now();
  const inPieces = random.chance(0.1);
  const called = await known.call(node, target, { method, headers, body, inPieces });
  return noteSend(known, webhook, { client, node: node.number, began }, called);
}

/** Writes down what became of a webhook. */
export function noteSend(
  known: Known,
  { endpoint, facts }: Webhook,
  call: Pick<Send, 'client' | 'node' | 'began'>,
  called: Called,
): Told {
  const told = withVersion(endpoint, toldBy(known, called));
  if (told.status === 404 && known.refusalsAbout(endpoint).length === 0)
    known.surprise(`endpoint ${endpoint.number} was not found, though nobody deleted it`);
  known.history.add({ kind: 'send', ...call, ended: known.history.now(), ...facts, ...told });
  if (told.outcome !== 'refused') endpoint.stored += 1;
  if (told.id !== undefined) known.noteId(endpoint.account, told.id);
  return told;
}

/** Where settings may answer, an acknowledgement tells that there were none. */
function withVersion({ kind }: Endpoint, told: Told): Told {
  const isDecided = told.version !== undefined || told.answer !== undefined;
  if (told.outcome !== 'stored' || isDecided) return told;
  return kind === 'versions' || kind === 'listened' ? { ...told, version: 0 } : told;
}

function toldBy(known: Known, called: Called): Told {
  try {
    return readTold(called);
  } catch (error) {
    if (!(error instanceof StrangeAnswer)) throw error;
    known.surprise(error.message);
    return { outcome: 'unknown', status: 0 };
  }
}

/** Text in which each place is another one, in this body and in all others. */
function filling(mark: number, size: number): string {
  let text = '';
  for (let place = 0; text.length < size; place += 1) text += `${mark}.${place} `;
  return text.slice(0, size);
}

function sizeOf(random: Random, mayBeLarge: boolean): number {
  if (mayBeLarge && random.chance(0.01)) return largeBodyBytes;
  return random.chance(0.1) ? random.below(20_000) : random.below(300);
}
