import type { HookwellClient } from '@hookwell/client';
import { targetParts, tokenIn } from '../request/request-parts.ts';

/** A captured request with everything that is needed to send it again. */
export interface Captured {
  id: number;
  token: string;
  method: string;
  /** The path and query after the token, as sent: empty, or starting with `/` or `?`. Each character stands for one byte. */
  suffix: string;
  /** The stored headers as sent. Each character of a value stands for one byte. */
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  droppedHeaders: number;
  body: Uint8Array<ArrayBuffer>;
  receivedAt: string;
}

/**
 * Reads everything about one captured request.
 * @throws {HookwellError} with status 401 if there is no session, 404 if there is no such request
 * @throws {Error} if the request is deleted while it is read
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

/** The token in the target of a captured request, and the rest behind it. A target in absolute form gives neither. */
export function partsOf(target: string): { token: string; suffix: string } {
  const token = tokenIn(target);
  if (token === undefined) return { token: '', suffix: '' };
  const { path, query } = targetParts(target);
  return { token, suffix: path + query };
}

/** The id in the query of this page's address, or `undefined` if there is none. */
export function idIn(search: string): number | undefined {
  const id = new URLSearchParams(search).get('id') ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
