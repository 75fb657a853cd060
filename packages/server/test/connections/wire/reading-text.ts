import type { ReadRequest } from './reading.ts';

/** What was read, in one line: method, target and body of each request, `…` behind one that is not whole, then what became of the rest. */
export function textOf(requests: readonly ReadRequest[], end: string): string {
  return [...requests.map(requestText), end].join(' | ');
}

function requestText({ method, target, body, isWhole }: ReadRequest): string {
  const begin = body === '' ? `${method} ${target}` : `${method} ${target} ${JSON.stringify(body)}`;
  return isWhole ? begin : `${begin}…`;
}
