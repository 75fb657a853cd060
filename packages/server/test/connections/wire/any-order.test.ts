import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Connection } from '../../../src/connections/connection.ts';
import type { HttpRequest, HttpResponse } from '../../../src/connections/exchange.ts';
import { defaultClientTimes } from '../../../src/connections/http-server.ts';
import { bytesOfWaitingRequests } from '../../../src/connections/pipelined-requests.ts';
import { inPieces } from './in-pieces.ts';
import { WireStream } from './wire-stream.ts';

/** What the service does with the requests of one connection, each of which is answered when a test says so. */
class Exchanges {
  readonly stream = new WireStream();
  readonly responses: HttpResponse[] = [];
  readonly ended: string[] = [];

  constructor() {
    const handler = (request: HttpRequest, response: HttpResponse): void => {
      this.responses.push(response);
      request.read({
        came: () => undefined,
        ended: () => this.ended.push(`${request.url} whole`),
        failed: () => this.ended.push(`${request.url} failed`),
      });
    };
    new Connection(this.stream.asSocket, {
      ...{ handler, refused: () => undefined, ended: () => undefined, keeps: () => true },
      ...{ maxBodyBytes: 1000, times: defaultClientTimes },
    });
  }

  /** Answers one of those that have come, which may not be whole or in its turn. */
  answer(place: number): void {
    const open = this.responses.filter(({ writableEnded }) => !writableEnded);
    const response = open[place % open.length];
    response?.answer(200, ['For', response.req.url]);
  }

  /** The addresses of the requests that were answered, and the statuses of refusals. */
  get answered(): string[] {
    const found = this.stream.written.matchAll(/For: (\S+)|HTTP\/1\.1 (4\d\d)/g);
    return Array.from(found, ([, address, status]) => address ?? status ?? '');
  }
}

const requestOf = (kind: number, place: number) =>
  [
    `GET /${place} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `POST /${place} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello`,
    `PUT /${place} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nA: b\r\n\r\n`,
    `HEAD /${place} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc`,
  ][kind] ?? '';

const kinds = fc.array(fc.nat(3), { minLength: 1, maxLength: 6 });
const places = fc.array(fc.nat(600), { maxLength: 8 });
/** How many answers are given after each piece, and which. */
const turns = fc.array(fc.array(fc.nat(5), { maxLength: 3 }), { maxLength: 9 });
/** What comes behind the requests. */
const last = fc.constantFrom<[bytes: string, answered: string[]]>(
  ['', []],
  ['garbage\r\n\r\n', ['400']],
  ['GET /last HTTP/1.0\r\n\r\n', ['/last']],
  ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', ['405']],
);

test('answers are sent in the order of the requests, whenever they are given, and nothing is left', async () => {
  const run = fc.asyncProperty(
    kinds,
    places,
    turns,
    last,
    fc.boolean(),
    async (all, parts, given, [end, behind], closes) => {
      const exchanges = new Exchanges();
      const { stream } = exchanges;
      const bytes = Buffer.from(all.map(requestOf).join('') + end, 'latin1');
      const pieces = inPieces(
        bytes,
        parts.map((place) => place % (bytes.length + 1)),
      );
      for (const [index, piece] of pieces.entries()) {
        stream.emit('data', Buffer.from(piece));
        for (const place of given[index] ?? []) exchanges.answer(place);
        // What is written is sent, and what was sent makes room for others.
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (closes) stream.emit('end');
      for (let left = 0; left <= all.length; left += 1) exchanges.answer(0);
      await new Promise((resolve) => setImmediate(resolve));
      const own = all.map((_, place) => `/${place}`);
      expect(exchanges.answered).toEqual([...own, ...behind]);
      const taken = [...own, ...behind.filter((text) => text === '/last')];
      expect(exchanges.ended).toEqual(taken.map((address) => `${address} whole`));
      stream.destroy();
      await new Promise((resolve) => setImmediate(resolve));
      expect(bytesOfWaitingRequests()).toBe(0);
    },
  );
  await fc.assert(run, { numRuns: 300, seed: 1 });
});

test('a connection that is lost at any time leaves nothing, and what is answered then is answered to nobody', async () => {
  const run = fc.asyncProperty(kinds, fc.nat(600), turns, async (all, place, given) => {
    const exchanges = new Exchanges();
    const { stream, responses, ended } = exchanges;
    const bytes = Buffer.from(all.map(requestOf).join(''), 'latin1');
    stream.emit('data', bytes.subarray(0, place % (bytes.length + 1)));
    for (const turn of given.flat()) exchanges.answer(turn);
    stream.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    expect(bytesOfWaitingRequests()).toBe(0);
    // Each reader has learned how its request ended.
    expect(ended.length).toBe(responses.length);
    const { written } = stream;
    for (let left = responses.length; left > 0; left -= 1) exchanges.answer(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(stream.written).toBe(written);
  });
  await fc.assert(run, { numRuns: 200, seed: 1 });
});
