import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { oddMethods, oddSuffix } from '../../../server/test/odd-requests.ts';
import { Sender } from '../../src/sending/sender.ts';
import { startRawTarget } from '../forwarding/raw-target.ts';
import { selfSigned } from '../forwarding/self-signed.ts';
import { keepingIn, requestLineOf } from '../forwarding/written-requests.ts';

const methods = [...oddMethods, 'POST'];

test('a request of any method and target is written byte for byte, over one connection', async () => {
  const requests: string[] = [];
  await using target = await startRawTarget(keepingIn(requests));
  const sender = new Sender({ timeoutMs: 20_000, keptAnswerBytes: 9 });
  try {
    for (const method of methods) {
      const body = Buffer.from('b');
      const headers = [['Odd', 'caf\xe9']] as const;
      const outgoing = { method, path: `/${oddSuffix}`, headers, body };
      const { status, answer, error } = await sender.send(target.url, outgoing);
      expect([method, status, answer.toString(), error]).toEqual([method, 200, 'ok', undefined]);
    }
  } finally {
    sender.close();
  }
  const { host } = target.url;
  expect(requests).toEqual(
    methods.map(
      (method) =>
        `${method} /${oddSuffix} HTTP/1.1\r\nHost: ${host}\r\nOdd: caf\xe9\r\nContent-Length: 1\r\n` +
        'Connection: keep-alive\r\n\r\nb',
    ),
  );
  expect(target.connections).toBe(1);
});

test('and so it is without a body, over TLS', async () => {
  const requests: string[] = [];
  const server = createServer(selfSigned, (socket) => {
    const answer = keepingIn(requests);
    socket.on('error', () => {});
    socket.on('data', (data) => answer(socket, data.toString('latin1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  const target = new URL(`https://127.0.0.1:${port}/`);
  const sender = new Sender({ timeoutMs: 20_000, insecure: true });
  try {
    for (const method of ['get', 'head', 'connect', 'GET']) {
      const outgoing = { method, path: oddSuffix, headers: [], body: Buffer.alloc(0) };
      expect(await sender.send(target, outgoing)).toMatchObject({ status: 200 });
    }
  } finally {
    sender.close();
    server.close();
  }
  expect(requests.map(requestLineOf)).toEqual(
    ['get', 'head', 'connect', 'GET'].map((method) => `${method} ${oddSuffix}`),
  );
});
