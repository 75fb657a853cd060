import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createClientAddress, networkOf } from '../../src/connections/client-address.ts';

const silent = pino({ level: 'silent' });

/** The parts of a request that the function reads. */
function requestFrom(peer: string | undefined, headers: Record<string, string> = {}) {
  const request = {
    socket: { remoteAddress: peer },
    headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v])),
    rawHeaders: Object.entries(headers).flat(),
  };
  // The function reads these three alone; a real request is sent further down.
  return request as unknown as IncomingMessage;
}

function clientAddress(trustedProxies: string[], peer: string, forwardedFor?: string): string {
  const find = createClientAddress({ trustedProxies }, silent);
  return find(
    requestFrom(peer, forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor }),
  );
}

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
])('the peer %s is %s', (peer, address) => {
  expect(clientAddress([], peer)).toBe(address);
});

test('the header is ignored if no proxy is trusted', () => {
  expect(clientAddress([], '192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
  expect(clientAddress(['10.0.0.0/8'], '192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
});

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['203.0.113.9, 198.51.100.7', '198.51.100.7'],
  ['198.51.100.7, 10.1.2.3', '198.51.100.7'],
  ['198.51.100.7,10.1.2.3 , 2001:db8::5', '198.51.100.7'],
  ['10.9.9.9, 10.1.2.3', '10.9.9.9'],
  ['198.51.100.7:4711', '198.51.100.7'],
  ['[2001:db9::1]:4711', '2001:db9::1'],
  ['[2001:db9::1]', '2001:db9::1'],
  ['2001:DB9::1', '2001:db9::1'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  // Entries to the left of one that is no address are not trusted.
  ['198.51.100.7, unknown', '10.0.0.1'],
  ['198.51.100.7, _hidden, 10.1.2.3', '10.1.2.3'],
  ['198.51.100.7,, 10.1.2.3', '10.1.2.3'],
  ['<script>', '10.0.0.1'],
  ['', '10.0.0.1'],
])('behind a trusted proxy %j is %s', (forwardedFor, address) => {
  expect(clientAddress(['10.0.0.0/8', '2001:db8::5'], '10.0.0.1', forwardedFor)).toBe(address);
  expect(clientAddress(['10.0.0.0/8', '2001:db8::5'], '::ffff:10.0.0.1', forwardedFor)).toBe(
    address,
  );
});

test('a trusted proxy that says nothing is the client', () => {
  expect(clientAddress(['10.0.0.1'], '10.0.0.1')).toBe('10.0.0.1');
});

test('the answer is an address for any header', () => {
  const part = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.string(),
    fc.constantFrom('', '[', ']', '[]:1', ':'),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const address = clientAddress(['0.0.0.0/1', '128.0.0.0/1'], '10.0.0.1', parts.join(','));
      expect(address).toMatch(/^[0-9a-f.:]+$/);
    }),
  );
});

test.each(['X-Forwarded-For', 'forwarded', 'X-Real-IP'])(
  '%s from a stranger is warned of once, with the missing setting',
  (name) => {
    const warnings: string[] = [];
    const config = { trustedProxies: [] };
    const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
    const find = createClientAddress(config, log);
    find(requestFrom('192.0.2.1', { Accept: '*/*', Traceparent: 'x' }));
    expect(warnings).toEqual([]);
    for (let i = 0; i < 3; i++)
      find(requestFrom('192.0.2.1', { Accept: '*/*', [name]: '1.2.3.4' }));
    createClientAddress(config, log)(requestFrom('192.0.2.1', { [name]: '1.2.3.4' }));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('HOOKWELL_TRUSTED_PROXIES');
  },
);

test('a real request: repeated headers count as one list', async () => {
  const find = createClientAddress({ trustedProxies: ['127.0.0.1'] }, silent);
  const server = createServer((req, res) => res.end(find(req)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server
  try {
    const text = await new Promise<string>((resolve, reject) => {
      request({ port, headers: { 'X-Forwarded-For': ['203.0.113.9', '198.51.100.7'] } }, (res) => {
        res.setEncoding('utf8').once('data', resolve);
      })
        .once('error', reject)
        .end();
    });
    expect(text).toBe('198.51.100.7');
  } finally {
    server.close();
  }
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['1::2:3:4:5:6:7', '1:0:2:3'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0'],
])('attempts of %s count for %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
