import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { readAnswers } from '../raw-answers.ts';
import { openSocket } from '../raw-http.ts';
import { startGuest, startServer } from '../start-server.ts';

const server = forFile(await startServer());
const visitor = await startGuest(server);

const small = 'small';
/** Takes many times as long to store as the small ones that follow. */
const large = 'x'.repeat(6 * 1024 * 1024);

function post(token: string, body: string): string {
  return `POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Sends all at once on one connection; gives the ids in the order of the requests, 0 for a refusal. */
async function idsOf(requests: readonly string[]): Promise<number[]> {
  const socket = await openSocket(server.url);
  socket.write(requests.join(''));
  const answers = await readAnswers(socket, requests.length);
  return answers.map(({ body }) => JSON.parse(body).id ?? 0);
}

function expectRising(ids: readonly number[]): void {
  expect(ids.length).toBeGreaterThan(1);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(ids[0]).toBeGreaterThan(0);
}

test('pipelined requests get rising ids, whether or not their endpoints are known yet', async () => {
  const [known, first, second] = [
    await visitor.endpoint(),
    await visitor.endpoint(),
    await visitor.endpoint(),
  ];
  expectRising(await idsOf([post(known, small), post(known, small)]));
  const tokens = [first, known, second, first, known];
  expectRising(await idsOf(tokens.map((token) => post(token, small))));
  for (const token of [known, first, second]) {
    await visitor.ask(204, 'DELETE', `/api/endpoints/${token}`);
  }
});

test('pipelined requests of any sizes get rising ids', async () => {
  const token = await visitor.endpoint();
  const unknown = await visitor.endpoint();
  const bodies = [small, large, small, small, large, large, small];
  expectRising(await idsOf(bodies.map((body) => post(token, body))));
  expectRising(await idsOf([post(unknown, large), post(token, small), post(unknown, small)]));
  const another = await visitor.endpoint();
  expectRising(await idsOf(Array.from({ length: 600 }, () => post(another, small))));
  await visitor.ask(204, 'DELETE', `/api/endpoints/${another}`);
  const chunked = `POST /wh/${token} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const inChunks = `${chunked}${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
  expectRising(await idsOf([inChunks, post(token, small), inChunks, post(token, small)]));
  for (const each of [token, unknown]) await visitor.ask(204, 'DELETE', `/api/endpoints/${each}`);
});
