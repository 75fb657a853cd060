import type { NewCapture } from '../../src/capture-log/captures.ts';
import type { TestServer } from '../start-server.ts';

export interface Shown {
  id: number;
  body?: { raw: string };
  bodySize?: number;
  contentType?: string;
}

/** Stores captures past the receive URL, which is quick enough for thousands. Gives their ids, oldest first. */
export async function store(
  server: TestServer,
  token: string,
  count: number,
  body = Buffer.from('{"a":1}'),
): Promise<number[]> {
  const { id: endpointId } = await server.store.db
    .selectFrom('endpoint')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  const capture: NewCapture = {
    endpointId,
    settingsVersion: 0,
    receivedAt: Date.now(),
    method: 'POST',
    target: `/wh/${token}`,
    headers: '["Content-Type","application/json"]',
    droppedHeaders: 0,
    ipAddress: '127.0.0.1',
    body: [body],
    bodySize: body.length,
  };
  const appended = Array.from({ length: count }, () => server.store.captures.append(capture));
  const ids = (await Promise.all(appended)).flatMap((one) => one?.id ?? []);
  return ids.sort((a, b) => a - b);
}

export function idsOf(list: Shown[]): number[] {
  return list.map(({ id }) => id);
}
