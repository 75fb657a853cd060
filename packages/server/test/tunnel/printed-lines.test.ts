import { describe, expect, test } from 'vitest';
import { addressIn, PrintedLines, tunnelPrograms } from '../../src/tunnel/tunnel.ts';

const { cloudflared, tailscale } = tunnelPrograms;

describe('the public address is the one that its program prints by itself', () => {
  test.each([
    ['2026-11-26T01:00:00Z INF |  https://quiet-river-12.trycloudflare.com      |', cloudflared],
    ['  https://quiet-river-12.trycloudflare.com', cloudflared],
    ['https://quiet-river-12.trycloudflare.com/', cloudflared],
  ])('%s', (line, { hostName }) => {
    expect(addressIn(line, hostName)).toBe('https://quiet-river-12.trycloudflare.com');
  });

  test('https://desk.tail1a2b3.ts.net/', () => {
    const line = 'https://desk.tail1a2b3.ts.net/';
    expect(addressIn(line, tailscale.hostName)).toBe('https://desk.tail1a2b3.ts.net');
    expect(addressIn(line, cloudflared.hostName)).toBeUndefined();
  });

  test.each([
    'https://evil.example',
    'https://evil.example/https://a.trycloudflare.com',
    'https://evil.example?https://a.trycloudflare.com',
    'https://a.trycloudflare.com.evil.example',
    'https://a.trycloudflare.com@evil.example',
    'https://a.trycloudflare.com:8443',
    'https://a.trycloudflare.com/wh',
    'https://a.trycloudflare.com"',
    'https://user@a.trycloudflare.com',
    'https://eviltrycloudflare.com',
    'https://trycloudflare.com',
    'https://a.b.trycloudflare.com',
    'https://.trycloudflare.com',
    'https://\u0430.trycloudflare.com',
    'http://a.trycloudflare.com',
    'Requesting new quick Tunnel on trycloudflare.com...',
    // As it is named where no tunnel could be had.
    'ERR failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": EOF',
    'https://api.trycloudflare.com',
    'https://a.tail.ts.net',
    '',
  ])('and not %j', (line) => {
    expect(addressIn(line, cloudflared.hostName)).toBeUndefined();
  });

  test.each(['https://login.tailscale.com/f/funnel?node=a', 'https://tail.ts.net.evil.example'])(
    'nor %j',
    (line) => {
      expect(addressIn(line, tailscale.hostName)).toBeUndefined();
    },
  );
});

test('lines come in pieces of any size, and long ones take no room', () => {
  const lines = new PrintedLines();
  const text = 'one\r\ntwo ü\nthree\rfour';
  const found = [...Buffer.from(text)].flatMap((byte) => lines.add(Buffer.from([byte])));
  expect(found.filter((line) => line !== '')).toEqual(['one', 'two ü', 'three']);
  const long = new PrintedLines();
  for (let count = 0; count < 1000; count++)
    expect(long.add(Buffer.alloc(65_536, 'a'))).toEqual([]);
  expect(long.add(Buffer.from('\nnext\n'))).toEqual(['a'.repeat(4096), 'next']);
});
