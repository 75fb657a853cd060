import { send, startGuest } from '../../../server/test/start-server.ts';
import { test as base } from './fixture.ts';

/** A guest with an endpoint, and a way to make it capture so many requests. */
export const test = base.extend('sender', async ({ server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const capture = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1)
      await send(server, token, { method: 'POST', path: `/number-${sent}` });
  };
  return { guest, token, capture };
});
