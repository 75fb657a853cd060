import type { CapturedRequestSummary } from '@hookwell/core/api';
import { send, type Visitor } from '../start-server.ts';

/** Those of an endpoint whose failures are looked into. */
export const settings = {
  verify: { scheme: 'github', secrets: ['a-secret-of-k3f9'] },
  delivery: 'one' as const,
};
/** Nobody made it. */
const headers = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
/** Of a server where an endpoint keeps all of a burst. */
export const environment = {
  HOOKWELL_PLANS: '{"free":{"requestsPerEndpoint":10000,"bytes":1000000000}}',
};
export const known = 'No secret given here made this signature.';
export const pending = `${known} The cause is being looked for.`;
export const isPending = (reason: string) => reason === pending;
/** A busy machine may take longer for one than there is time. */
export const explained = [
  `${known} Another secret signed it, or the body was changed after it was signed.`,
  `${known} Not every likely cause was tried: it took too long.`,
  `${known} The cause was not looked for: too many failed signatures waited for it.`,
];

/** Sends so many requests within a second; gives the statuses of their answers. */
export async function burst(
  server: { url: string },
  token: string,
  count: number,
  body = '{"a": 1}',
): Promise<Set<number>> {
  const sends = Array.from({ length: count }, () =>
    send(server, token, { method: 'POST', headers, body }),
  );
  return new Set((await Promise.all(sends)).map(({ status }) => status));
}

export async function reasons(visitor: Visitor, token: string): Promise<string[]> {
  const list: CapturedRequestSummary[] = await visitor.ask(
    200,
    'GET',
    `/api/requests/endpoint/${token}?view=summary`,
  );
  return list.map(({ signature }) => signature?.reason ?? '');
}
