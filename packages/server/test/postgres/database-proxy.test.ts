import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { startDatabaseProxy } from './database-proxy.ts';

/** A connection by way of a proxy, and what has arrived at each of its ends. */
async function startConnection() {
  await using started = new AsyncDisposableStack();
  const arrived = { atDatabase: '', atNode: '' };
  const atDatabase: Socket[] = [];
  const database = createServer((socket) => {
    atDatabase.push(socket);
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        arrived.atDatabase += bytes;
      });
  }).listen(0, '127.0.0.1');
  await once(database, 'listening');
  started.defer(() => {
    for (const socket of atDatabase) socket.destroy();
    database.close();
  });
  // A listening TCP server has an address with a port.
  const { port } = database.address() as AddressInfo;
  const proxy = started.use(await startDatabaseProxy(`postgres://127.0.0.1:${port}/`));
  const node = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  started.defer(() => void node.destroy());
  node
    .on('error', () => {})
    .on('data', (bytes) => {
      arrived.atNode += bytes;
    });
  const [, fromNode] = await Promise.all([once(node, 'connect'), eventually(() => atDatabase[0])]);
  if (fromNode === undefined) throw new Error('nobody has connected');
  const all = started.move();
  return { proxy, node, fromNode, arrived, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

test.for([
  { held: 'toDatabase', through: { atDatabase: '', atNode: 'answer' } },
  { held: 'toNode', through: { atDatabase: 'question', atNode: '' } },
] as const)('a proxy holds back what goes $held, and nothing else', async ({ held, through }) => {
  await using connection = await startConnection();
  const { proxy, node, fromNode, arrived } = connection;
  proxy.pause([held]);
  const ask = () => node.write('question');
  const answer = () => fromNode.write('answer');
  // What is held back is sent first: the other one would not be there before it.
  for (const write of held === 'toDatabase' ? [ask, answer] : [answer, ask]) write();
  await eventually(() => arrived.atDatabase + arrived.atNode);
  expect(arrived).toEqual(through);
  proxy.resume();
  await eventually(() => arrived.atDatabase === 'question' && arrived.atNode === 'answer');
  expect(node.closed).toBe(false);
});

test('a proxy loses an answer to a question that went through, and cuts the connection', async () => {
  await using connection = await startConnection();
  const { proxy, node, fromNode, arrived } = connection;
  const losing = proxy.loseAnswers();
  node.write('question');
  await eventually(() => arrived.atDatabase === 'question');
  expect(node.closed).toBe(false);
  fromNode.write('answer');
  await eventually(() => node.closed && fromNode.closed);
  expect(arrived.atNode).toBe('');
  expect(losing.lost).toBe(1);
});

test('a proxy leaves no socket open when it cuts a connection that is just ending', async () => {
  const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap');
  const before = sockets().length;
  await using connection = await startConnection();
  const { node, proxy } = connection;
  node.end();
  const realEnd = Socket.prototype.end;
  using _ = vi.spyOn(Socket.prototype, 'end').mockImplementationOnce(function (this: Socket) {
    Reflect.apply(realEnd, this, []);
    process.nextTick(() => process.nextTick(proxy.cutAll));
    return this;
  });
  await eventually(() => proxy.connections === 0);
  // What is left are the two connections of the test itself.
  await eventually(() => sockets().length <= before + 2);
  node.destroy();
  connection.fromNode.destroy();
  await eventually(() => sockets().length <= before);
});
