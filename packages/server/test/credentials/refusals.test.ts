import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { password, startGuest } from '../start-server.ts';
import { CalledServer } from './callers.ts';

const called = forFile(await CalledServer.start());

test('refusals before the handler runs are not cached either', async () => {
  const { sends } = await called.makeCaller('plus');
  const noStore = async (method: string, path: string, body: unknown, headers = {}) => {
    const cookie = sends.cookie ?? '';
    const response = await fetch(`${called.server.url}${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, cacheControl: response.headers.get('cache-control') };
  };
  const no = (status: number) => ({ status, cacheControl: 'no-store' });
  expect(await noStore('POST', '/api/keys', { name: '' })).toEqual(no(400));
  expect(await noStore('POST', '/api/keys', { name: 'x'.repeat(100_000) })).toEqual(no(413));
  expect(await noStore('POST', '/api/auth/login', { email: 7 })).toEqual(no(400));
  const wrong = { email: 'known@example.com', password: 'not the right one' };
  expect(await noStore('POST', '/api/auth/login', wrong)).toEqual(no(401));
  const taken = { email: 'known@example.com', password };
  expect(await noStore('POST', '/api/auth/register', taken)).toEqual(no(409));
  const foreign = { origin: 'https://evil.example' };
  expect(await noStore('POST', '/api/endpoints', undefined, foreign)).toEqual(no(403));
  expect(await noStore('GET', '/api/requests?limit=0', undefined)).toEqual(no(400));
  expect(await noStore('GET', '/api/requests/1/body', undefined)).toEqual(no(404));
});

test('a guest session that ran out counts for nothing, and its cookie is not taken up again', async () => {
  const guest = await startGuest(called.server);
  called.passTime(7 * 24 * 3600 * 1000 + 1000);
  expect((await guest.call('GET', '/api/auth/me')).status).toBe(401);
  const again = await guest.call('POST', '/api/auth/guest');
  expect(again.status).toBe(201);
});
