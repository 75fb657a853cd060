import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { Connection } from '../../src/connections/connection.ts';
import {
  areFew,
  mostUnfinishedBytes,
  tooManyUnfinished,
} from '../../src/connections/connections.ts';
import { mostHeadBytes } from '../../src/connections/head-scanner.ts';
import { defaultClientTimes } from '../../src/connections/http-server.ts';

/** A connection on which a request has come, and so many bytes of the next head. */
function connection(bytes: number): Connection {
  const socket = new Socket();
  const made = new Connection(socket, {
    handler: (_request, response) => response.answer(200, ['Content-Length', '0']),
    maxBodyBytes: 0,
    times: defaultClientTimes,
    refused: () => {},
    ended: () => {},
    keeps: () => true,
  });
  socket.emit('data', Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
  socket.emit('data', Buffer.from('\r\nGET / HTTP/1.1\r\nA: '.padEnd(bytes, 'x').slice(0, bytes)));
  return made;
}

const connections = (count: number, bytes: number) =>
  Array.from({ length: count }, () => connection(bytes));

test('of too many bytes of heads that are not whole, the newest of the network with most are closed', () => {
  const [neighbour, hostile] = [connections(20, 1000), connections(1000, mostHeadBytes)];
  const closed = tooManyUnfinished([neighbour, hostile]);
  const left = hostile.filter((one) => !closed.includes(one));
  expect(left).toHaveLength(hostile.length - closed.length);
  expect(left).toEqual(hostile.slice(0, left.length));
  expect(left.length * mostHeadBytes + 20_000).toBeLessThanOrEqual(mostUnfinishedBytes);
  expect((left.length + 1) * mostHeadBytes + 20_000).toBeGreaterThan(mostUnfinishedBytes);
  expect(areFew(20)).toBe(true);
  expect(areFew(1000)).toBe(false);
});

test('empty lines between two requests are no head, and a whole one is none that is unfinished', () => {
  expect(connection(2).headBytes).toBe(0);
  const made = connection(100);
  expect(made.headBytes).toBe(98);
  made.socket.emit('data', Buffer.from('\r\nHost: a\r\n\r\n'));
  expect(made.headBytes).toBe(0);
});

test('the time of a head begins with it, even if it came with the end of the one before', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const made = connection(100);
    const { headersMs } = defaultClientTimes;
    for (let count = 0; count < 3; count += 1) {
      vi.advanceTimersByTime(headersMs - 1);
      made.checkTime(performance.now());
      expect(made.mayRead).toBe(true);
      made.socket.emit('data', Buffer.from('\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nA: x'));
    }
    vi.advanceTimersByTime(headersMs + 1);
    made.checkTime(performance.now());
    expect(made.mayRead).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
