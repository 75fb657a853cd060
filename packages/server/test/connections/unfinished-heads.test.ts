import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import {
  areFew,
  mostUnfinishedBytes,
  UnfinishedHeads,
} from '../../src/connections/unfinished-heads.ts';

const headBytes = 32 * 1024;

/** A connection on which so many bytes have come. */
function connection(bytesRead: number): Socket & { came(bytes: number): void } {
  let bytes = bytesRead;
  const came = (more: number): void => {
    bytes += more;
  };
  const socket = Object.assign(new Socket(), { came });
  return Object.defineProperty(socket, 'bytesRead', { get: () => bytes });
}

const connections = (count: number, bytes: number) =>
  new Set(Array.from({ length: count }, () => connection(bytes)));

const none = () => false;

test('of too many bytes of heads that are not whole, the newest of the network with most are closed', () => {
  const heads = new UnfinishedHeads();
  const [neighbour, hostile] = [connections(20, 1000), connections(1000, headBytes)];
  const closed = heads.tooMany([neighbour, hostile], none);
  const left = [...hostile].filter((socket) => !closed.includes(socket));
  expect(left).toHaveLength(hostile.size - closed.length);
  expect(left).toEqual([...hostile].slice(0, left.length));
  expect(left.length * headBytes + 20_000).toBeLessThanOrEqual(mostUnfinishedBytes);
  expect((left.length + 1) * headBytes + 20_000).toBeGreaterThan(mostUnfinishedBytes);
  expect(areFew(20)).toBe(true);
  expect(areFew(1000)).toBe(false);
});

test('what came while a request was under way is no part of a head, and a head has no more bytes than it may', () => {
  const heads = new UnfinishedHeads();
  const uploads = connections(1000, 100 * headBytes);
  expect(heads.tooMany([uploads], () => true)).toEqual([]);
  expect(heads.tooMany([uploads], none)).toEqual([]);
  // Beginnings of the next heads.
  for (const socket of uploads) socket.came(10 * headBytes);
  expect(heads.tooMany([uploads], none)).toHaveLength(1000 - mostUnfinishedBytes / headBytes);
});

test('connections that have rested for a minute have no head that is not whole', () => {
  const heads = new UnfinishedHeads();
  // Between two looks each had a request, and its answer.
  const idle = connections(700, headBytes);
  for (let look = 0; look < 242; look += 1) expect(heads.tooMany([idle], none)).toEqual([]);
  for (const socket of idle) socket.came(1);
  const others = connections(700, headBytes);
  expect(heads.tooMany([idle, others], none)).toEqual([]);
});
