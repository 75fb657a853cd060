import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ChunkedOutput } from '../../src/live/stream-output.ts';

test('a text without bytes is taken, and does not end the answer', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address with a port.
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  client.setEncoding('latin1').on('data', (piece: string) => {
    received += piece;
  });
  const [socket]: Socket[] = await once(server, 'connection');
  if (socket === undefined) throw new Error('no connection');
  const output = new ChunkedOutput(socket, () => {});
  await new Promise<void>((taken) => output.write(Buffer.from(''), taken));
  output.write(Buffer.from(''));
  output.write(Buffer.from('text'));
  await new Promise<void>((taken) => output.end(taken));
  client.end();
  await once(client, 'close');
  expect(received).toBe('4\r\ntext\r\n0\r\n\r\n');
  server.close();
});
