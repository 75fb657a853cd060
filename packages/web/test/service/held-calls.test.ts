import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client, holdCalls } from '../../src/service/client.ts';

const sent: string[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url);
    return Response.json({ id: 1 });
  });
});

afterEach(() => {
  sent.length = 0;
  vi.unstubAllGlobals();
});

test('a call that was held while the session ended is refused, and sent in no other session', async () => {
  const release = await holdCalls();
  const call = client.auth.me();
  release(true);
  await expect(call).rejects.toMatchObject({ status: 401 });
  expect(sent).toEqual([]);
});

test('a call that was held goes on if the session does', async () => {
  const release = await holdCalls();
  const call = client.auth.me();
  expect(sent).toEqual([]);
  release();
  expect(await call).toEqual({ id: 1 });
  expect(sent).toHaveLength(1);
});
