import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Listener } from '../../src/connections/listener.ts';
import { eventually } from '../eventually.ts';

const host = '127.0.0.1';

const refuse = (socket: Socket) => void socket.destroy();

async function startListener() {
  const server = createServer((_request, response) => response.end('here'));
  const listener = new Listener((socket) => server.emit('connection', socket));
  const port = await listener.listen({ host, port: 0 });
  onTestFinished(async () => {
    server.closeAllConnections();
    await listener.close();
  });
  return { server, listener, port };
}

test('many senders that come at once are accepted within few turns of the event loop', async () => {
  const { server, port } = await startListener();
  let [turns, accepted] = [0, 0];
  server.on('connection', () => {
    accepted += 1;
  });
  const senders = Array.from({ length: 128 }, () => connect({ host, port }));
  onTestFinished(() => {
    for (const sender of senders) sender.destroy();
  });
  await Promise.all(senders.map((sender) => once(sender, 'connect')));
  while (accepted < senders.length) {
    turns += 1;
    await nextTurn();
  }
  // One in each turn would take 128.
  expect(turns).toBeLessThan(60);
});

test('requests are answered on whichever socket they come', async () => {
  const { port } = await startListener();
  const texts = Array.from({ length: 64 }, async () =>
    (await fetch(`http://${host}:${port}`, { headers: { connection: 'close' } })).text(),
  );
  expect(new Set(await Promise.all(texts))).toEqual(new Set(['here']));
});

test('a port in use is refused, by others that share it as well', async () => {
  const { port } = await startListener();
  const second = new Listener(refuse);
  await expect(second.listen({ host, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const other = createNetServer().listen({ host, port: 0 });
  await once(other, 'listening');
  const { port: taken } = other.address() as AddressInfo;
  await expect(new Listener(refuse).listen({ host, port: taken })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  other.close();
});

test('once it is closed nobody is accepted, and connections that are open end first', async () => {
  const { server, listener, port } = await startListener();
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const open = Array.from({ length: 20 }, () => connect({ host, port }));
  await eventually(() => accepted === open.length);
  const closed = listener.close();
  const late = connect({ host, port });
  await expect(once(late, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  for (const sender of open) sender.destroy();
  await closed;
});
