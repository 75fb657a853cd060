import { expect, test } from 'vitest';
import { isLoopback } from '../../src/service/loopback.ts';

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
