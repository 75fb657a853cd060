import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { milliseconds, report } from './figures.ts';
import { startHookwell, type Visitor, visit } from './servers.ts';

/**
 * Measures the memory of 10,000 answers that wait, those of a hundred accounts with a hundred each, beside that of their
 * connections; then how long a server takes that stops meanwhile. Run: npm run bench:waiting-replies (needs `ulimit -n`
 * above 15,000: answers wait only while a quarter of the descriptors is free)
 */
const accounts = 100;
const ofEach = 100;
const capturesBefore = 4;
/** A small webhook. */
const body = JSON.stringify({ id: 'evt_1', type: 'order.created', text: 'x'.repeat(900) });
const settings = { replies: [{ status: 202, delay: '60s', body: '{"of":"{{json.type}}"}' }] };

const server = await startHookwell();
const acknowledging = await visit(server);
const visitors = await Promise.all(Array.from({ length: accounts }, () => visit(server)));
for (const visitor of visitors) await putSettings(visitor);
const before = server.anonymousMemory();

const sockets: Socket[] = [];
while (sockets.length < accounts * ofEach) {
  sockets.push(...(await Promise.all(Array.from({ length: 100 }, acknowledged))));
}
const connected = server.anonymousMemory();

const began = performance.now();
for (const [index, socket] of sockets.entries()) {
  post(socket, visitors[index % accounts]);
  if ((index + 1) % 500 === 0) await waiting(index + 1);
}
const after = server.anonymousMemory();
report(
  '10,000 answers that wait',
  `${(after - connected).toFixed(0)} MiB beside their connections`,
  `${(connected - before).toFixed(0)} MiB for the connections, after ${capturesBefore} captures on each`,
  `all waiting after ${milliseconds(performance.now() - began)}`,
);

const answers = sockets.map(answerOn);
const stopping = performance.now();
await server.stop();
const statuses = await Promise.all(answers);
report(
  'a stop meanwhile',
  `${milliseconds(performance.now() - stopping)}`,
  `${statuses.filter((status) => status === 202).length} of ${statuses.length} answered`,
);

async function putSettings({ cookie, token }: Visitor): Promise<void> {
  const response = await fetch(`${server.url}/api/endpoints/${token}/settings`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
  if (response.status !== 200) throw new Error(`the settings were answered ${response.status}`);
}

/** A connection on which captures were acknowledged. */
async function acknowledged(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  // After the first captures the heap has the size that it takes for them.
  for (let count = 0; count < capturesBefore; count += 1) {
    post(socket, acknowledging);
    await once(socket, 'data');
  }
  socket.pause();
  return socket;
}

function post(socket: Socket, { receiveUrl }: Visitor = acknowledging): void {
  const { host, pathname } = new URL(receiveUrl);
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Sender/1.0\r\nAccept: */*\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

/** Waits until so many answers wait. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    if (Number(/^hookwell_replies_waiting (\d+)/m.exec(metrics)?.[1]) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The status of the answer, once the connection is closed. */
async function answerOn(socket: Socket): Promise<number> {
  let text = '';
  for await (const piece of socket.setEncoding('latin1')) text += piece;
  return Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
}
