import { createHmac } from 'node:crypto';
import type { EndpointKind } from '../history/operation.ts';

/** The statuses that `attempts` endpoints answer with, and the plan that says so. */
export const planned: readonly number[] = [500, 429, 200];
const plan = ['500', '429 retry-after=1', '200'];

/** The secret of all endpoints that verify signatures. */
const secret = 'the secret of signed endpoints';

/** The body of answers that an endpoint decides on: they name the capture. */
function bodyNaming(message: string): string {
  return `{"id":{{id}},"message":"${message}"}`;
}

/** The settings that an endpoint gets before its first webhook; undefined if it gets none. */
export function settingsAtFirst(kind: EndpointKind): object | undefined {
  if (kind === 'attempts')
    return { replies: [{ plan, body: bodyNaming('as planned') }], delivery: deliveryField };
  if (kind === 'signed') return { verify: { scheme: 'github', secrets: [secret] } };
  return undefined;
}

/** The contract that an endpoint gets before its first webhook; undefined if it gets none. */
export function contractAtFirst(kind: EndpointKind): object | undefined {
  return kind === 'signed' ? { events: { [comparedEvent]: { type: 'string' } } } : undefined;
}

/** The event of all webhooks to such endpoints. Their bodies are no JSON: what is found says so, or why nothing is. */
export const comparedEvent = 'push';

/** By this header two webhooks are attempts of the same delivery. */
export const deliveryHeader = 'idempotency-key';
const deliveryField = `header.${deliveryHeader}`;

/** Settings whose answers name their version. */
export function settingsOfVersion(version: number): object {
  return { replies: [{ body: bodyNaming(`version ${version}`) }] };
}

/** The header of a signature over the body: the right one, or one that another secret made. */
export function signatureHeaders(body: string, isRight: boolean): Record<string, string> {
  const used = isRight ? secret : `${secret}!`;
  const signature = createHmac('sha256', used).update(body).digest('hex');
  return { 'X-Hub-Signature-256': `sha256=${signature}`, 'X-GitHub-Event': comparedEvent };
}
