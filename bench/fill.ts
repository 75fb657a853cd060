import { pino } from 'pino';
import type { NewCapture } from '../packages/server/src/capture-log/captures.ts';
import { openStore } from '../packages/server/src/store/open-store.ts';
import { oneKilobyte, storedHeaders } from './load.ts';

/** Stores captures of 1 KB in a database file directly, without HTTP. No server may have the file open. */
export async function fill(databaseFile: string, token: string, count: number): Promise<void> {
  const store = await openStore({
    url: `sqlite:${databaseFile}`,
    log: pino({ level: 'silent' }),
    role: 'server',
  });
  const { id: endpointId } = await store.db
    .selectFrom('endpoint')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  const body = Buffer.from(oneKilobyte);
  const capture: NewCapture = {
    endpointId,
    settingsVersion: 0,
    receivedAt: Date.now(),
    method: 'POST',
    target: `/wh/${token}`,
    headers: storedHeaders,
    droppedHeaders: 1,
    ipAddress: '127.0.0.1',
    body: [body],
    bodySize: body.length,
  };
  const capturesAtOnce = 256;
  for (let stored = 0; stored < count; stored += capturesAtOnce) {
    const group = Math.min(capturesAtOnce, count - stored);
    await Promise.all(Array.from({ length: group }, () => store.captures.append(capture)));
  }
  await store.close();
}
