import type { HookwellClient } from '@hookwell/client';

/** A captured request with all that is needed to send it again. */
export interface Captured {
  id: number;
  /** Of the endpoint that captured it. */
  token: string;
  method: string;
  /** Path and query after the token, as sent: empty, or it starts with `/` or `?`. */
  suffix: string;
  /** As sent, without those that the service drops; each character of a value stands for one byte. */
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** How many headers the service dropped. */
  droppedHeaders: number;
  body: Uint8Array<ArrayBuffer>;
  receivedAt: string;
}

/**
 * Reads everything about one captured request.
 * @throws HookwellError 401 without a session, 404 where there is none of that id
 */
export async function loadCaptured(
  client: Pick<HookwellClient, 'requests'>,
  id: number,
  signal?: AbortSignal,
): Promise<Captured> {
  const selection = { after: id - 1, before: id + 1, limit: 1, view: 'summary' } as const;
  const [wire, page, body] = await Promise.all([
    client.requests.wire(id, { signal }),
    client.requests.page({ ...selection, signal }),
    client.requests.body(id, { signal }),
  ]);
  const [summary] = page.items;
  if (summary === undefined) throw new Error('It was deleted a moment ago');
  const { token, suffix } = partsOf(wire.target);
  const { headers, droppedHeaders } = wire;
  const { method, receivedAt } = summary;
  return { id, token, method, suffix, headers, droppedHeaders, body, receivedAt };
}

/** The token in the target of a captured request, and what follows it. */
export function partsOf(target: string): { token: string; suffix: string } {
  const [, token = '', suffix = ''] = /^\/wh\/([a-z0-9]+)(.*)$/s.exec(target) ?? [];
  return { token, suffix };
}

/** The id in the query of this page's address; `undefined` where it is none. */
export function idIn(search: string): number | undefined {
  const id = new URLSearchParams(search).get('id') ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
