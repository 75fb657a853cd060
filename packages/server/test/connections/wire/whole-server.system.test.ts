import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfWaitingRequests } from '../../../src/connections/pipelined-requests.ts';
import { eventually } from '../../eventually.ts';
import { forFile } from '../../kept-for.ts';
import { openSocket } from '../../raw-http.ts';
import { send, startGuest, startServer } from '../../start-server.ts';
import { inPieces } from './in-pieces.ts';
import { oddStream } from './odd-streams.ts';

const server = forFile(await startServer());
const hostile = await startGuest(server);
const visitor = await startGuest(server);
const token = await visitor.endpoint();

const target = fc.constantFrom(
  ...[`/wh/${token}`, `/wh/${token}/a?b`, '/wh/unknown', '/', '/docs', '/metrics', '/hookwell.tgz'],
  ...[
    '/api/sse',
    '/api/requests',
    '/api/endpoints',
    '/api/auth/login',
    '/api/auth/me',
    '/api/keys',
  ],
  ...['/api/billing/webhook', '/healthz', `/wh/${token}/é`, '/api/requests?limit=1', '/api/%'],
);
const places = fc.array(fc.nat(400), { maxLength: 3 });
const client = fc.record({
  text: oddStream,
  target,
  places,
  end: fc.constantFrom('end', 'reset', 'wait'),
});

type Client = typeof client extends fc.Arbitrary<infer One> ? One : never;

test('whatever clients send to whichever address harms nobody else, and leaves nothing', async () => {
  const cookie = `Host: a\r\nCookie: ${hostile.cookie}\r\n`;
  const clients = async (all: Client[]): Promise<void> => {
    await Promise.all(
      all.map(async ({ text, target: address, places: chosen, end }) => {
        const socket = await openSocket(server.url);
        socket.on('error', () => undefined);
        socket.resume();
        const closed = new Promise((resolve) => socket.once('close', resolve));
        const sent = text
          .replaceAll(/ \/[ab/]* /g, ` ${address} `)
          .replaceAll('Host: a\r\n', cookie);
        const bytes = Buffer.from(sent, 'latin1');
        for (const piece of inPieces(
          bytes,
          chosen.map((place) => place % (bytes.length + 1)),
        )) {
          if (socket.writable) socket.write(piece);
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        if (end === 'end') socket.end();
        else if (end === 'reset') socket.resetAndDestroy();
        // Some are answered at once, and none has to be waited for.
        setTimeout(() => socket.destroy(), 100);
        await closed;
      }),
    );
    expect((await send(server, token)).status).toBe(200);
  };
  await fc.assert(fc.asyncProperty(fc.array(client, { minLength: 20, maxLength: 40 }), clients), {
    numRuns: 100,
  });
  await eventually(() => server.metrics.bodiesInFlight.read() === 0);
  await eventually(() => bytesOfWaitingRequests() === 0);
  expect(server.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
