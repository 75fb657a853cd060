import { once } from 'node:events';
import { type Agent, get } from 'node:http';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Connection } from '../../src/connections/connection.ts';
import { defaultClientTimes } from '../../src/connections/http-server.ts';
import { readInTurn } from '../../src/connections/reading-turns.ts';
import { eventually } from '../eventually.ts';
import { openSocket } from '../raw-http.ts';

const _chunks = 200_000;

test('requests that are answered at once are answered in turns, each once and in order', async () => {
  const most = 100;
  const wanted = 3 * most + 7;
  let handled = 0;
  const afterPieces: number[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    new Connection(socket, {
      handler: ({ url }, response) => {
        handled += 1;
        response.answer(200, ['Place', url, 'Content-Length', '0']);
      },
      maxBodyBytes: 0,
      times: defaultClientTimes,
      refused: () => {},
      ended: () => {},
      keeps: () => true,
    });
    socket.on('data', () => afterPieces.push(handled));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  const socket = await openSocket(`http://127.0.0.1:${port}`);
  const places = Array.from({ length: wanted }, (_, place) => `/${place}`);
  socket.end(places.map((place) => `GET ${place} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  const answered = [...(await text(socket)).matchAll(/^Place: (\S+)\r$/gm)];
  expect(answered.map(([, place]) => place)).toEqual(places);
  const turns = afterPieces.map((after, index) => after - (afterPieces[index - 1] ?? 0));
  expect(Math.max(...turns)).toBe(most + 1);
  await once(server.close(), 'close');
});

/** The bytes of all bodies under way. */
async function _bytesSoFar(url: string, agent: Agent): Promise<number> {
  const [response] = await once(get(`${url}/metrics`, { agent }), 'response');
  return Number(/^hookwell_bodies_in_flight_bytes (\S+)$/m.exec(await text(response))?.[1]);
}

test('many connections of one network hold up none of another', async () => {
  const order: string[] = [];
  const held = (remoteAddress: string) => {
    const socket = Object.assign(new Socket(), { isPaused: () => false });
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
    readInTurn({ socket, hold() {}, letGo: () => void order.push(remoteAddress) });
    return socket;
  };
  for (let count = 0; count < 5; count += 1) held('192.0.2.1');
  // Closed ones take no turn.
  held('192.0.2.2').destroy();
  held('192.0.2.2');
  held('192.0.2.3');
  await eventually(() => order.length === 7);
  expect(order).toEqual([
    ...['192.0.2.1', '192.0.2.2', '192.0.2.3'],
    ...['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1'],
  ]);
});
