import { readAsNode } from './read-as-node.ts';
import { readAsOurs } from './read-as-ours.ts';
import type { Reading, ReadRequest } from './reading.ts';

/** What the two servers make of the same bytes. */
export type Agreement =
  | { kind: 'same' }
  /** One of them refuses, or does not read, what the other takes: this request, or more of its body. */
  | { kind: 'ours refuses' | 'node refuses'; why: string; request: ReadRequest }
  | { kind: 'ours closes' | 'node closes'; after: ReadRequest | undefined }
  /** They read different requests. */
  | { kind: 'different'; ours: Reading; node: Reading };

export function agreementOn(bytes: Uint8Array): Agreement {
  const ours = readAsOurs([bytes]);
  const node = readAsNode(bytes);
  const most = Math.max(ours.requests.length, node.requests.length);
  for (let index = 0; index < most; index += 1) {
    const one = ours.requests[index];
    const other = node.requests[index];
    if (one !== undefined && other !== undefined) {
      if (isEqual(one, other)) continue;
      if (!mayGrowTo(one, other)) return { kind: 'different', ours, node };
    }
    const isOursLess = one === undefined || (other !== undefined && isLess(one, other));
    const [less, more] = isOursLess ? [ours, node] : [node, ours];
    const request = more.requests[index];
    // Both refuse it, one of them once it had begun to read it.
    const areBoth = less.end === 'refused' && more.end === 'refused' && request?.isWhole === false;
    if (request === undefined || areBoth) continue;
    const who = isOursLess ? 'ours' : 'node';
    if (less.end === 'refused') return { kind: `${who} refuses`, why: less.why, request };
    if (less.end === 'closed') return { kind: `${who} closes`, after: less.requests.at(-1) };
    return { kind: 'different', ours, node };
  }
  return { kind: 'same' };
}

function isEqual(one: ReadRequest, other: ReadRequest): boolean {
  return one.body === other.body && one.isWhole === other.isWhole && isSameHead(one, other);
}

function isSameHead(one: ReadRequest, other: ReadRequest): boolean {
  const texts = ({ method, target, headers }: ReadRequest) => [method, target, ...headers];
  return JSON.stringify(texts(one)) === JSON.stringify(texts(other));
}

/** Whether both are of one head, and the body of the one that has less is the begin of the other's. */
function mayGrowTo(one: ReadRequest, other: ReadRequest): boolean {
  if (!isSameHead(one, other)) return false;
  const [less, more] = isLess(one, other) ? [one, other] : [other, one];
  return !less.isWhole && more.body.startsWith(less.body);
}

function isLess(one: ReadRequest, other: ReadRequest): boolean {
  if (one.isWhole !== other.isWhole) return other.isWhole;
  return one.body.length < other.body.length;
}
