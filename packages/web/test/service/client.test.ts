import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client, holdCalls, isLoopback } from '../../src/service/client.ts';

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

const hostOf = (url: string) => new URL(url).hostname;

test.each([
  'http://localhost:8080',
  'http://LOCALHOST.',
  'http://shop.localhost',
  'http://127.0.0.1',
  'http://127.1:80',
  'http://0x7f.9.8.7',
  'https://[::1]:8443',
  'http://[0:0::ffff:127.0.0.1]',
])('%s leads to this machine', (url) => {
  expect(isLoopback(hostOf(url))).toBe(true);
});

test.each([
  'https://hooks.example.com',
  'http://localhost.example.com',
  'http://notlocalhost',
  'http://128.0.0.1',
  'http://10.0.0.7',
  'http://127.0.0.1.example.com',
  'http://[::2]',
  'http://[::ffff:10.0.0.1]',
  'https://amber-fox.trycloudflare.com',
])('%s does not', (url) => {
  expect(isLoopback(hostOf(url))).toBe(false);
});
