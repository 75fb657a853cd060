import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTarget, type TargetServer } from '../forwarding/target-server.ts';
import { Workplace } from '../hookwell-process.ts';

let workplace: Workplace;
let target: TargetServer;
beforeEach(async () => {
  workplace = new Workplace();
  // Nobody answers there: an archive is replayed without any service.
  workplace.environment.HOOKWELL_URL = 'http://127.0.0.1:9';
  target = await startTarget(({ target: path }, response) => {
    response.writeHead(path.includes('bad') ? 500 : 204).end();
  });
});
afterEach(async () => {
  await target[Symbol.asyncDispose]();
  await workplace[Symbol.asyncDispose]();
});

const pairs = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));
const json = pairs({ 'Content-Type': 'application/json', 'X-GitHub-Event': 'push' });
const zipped = gzipSync('{"type":"paid"}').toString('base64');
const entry = (second: number, request: object, own?: object) => ({
  startedDateTime: `2026-03-01T12:00:0${second}Z`,
  request: { method: 'POST', url: 'https://shop.example/', headers: [], ...request },
  ...(own && { _hookwell: own }),
});
const token = 'abcdefghijklmnopqrstuvwxyz';
const archive = {
  log: {
    entries: [
      entry(
        3,
        { url: `https://hooks.example/wh/${token}/bad?x`, headers: json },
        { id: 9, droppedHeaders: 2 },
      ),
      entry(1, { headers: json, postData: { text: '{"ref":"main"}' } }),
      entry(2, {
        headers: [...json, ...pairs({ 'Content-Encoding': 'gzip' })],
        postData: { encoding: 'base64', text: zipped },
      }),
    ],
  },
};

function write(name: string, content: string): string {
  const path = join(workplace.folder, name);
  writeFileSync(path, content);
  return path;
}

const paths = () => target.arrivals.map(({ target }) => target);

test('an archive is sent oldest first, with one line each, and no service is asked', async () => {
  const file = write('calls.json', JSON.stringify(archive));
  const outcome = await workplace.run(['replay', file, '--to', `${target.url}/hook`]);
  expect(outcome.code).toBe(1);
  const lines = outcome.out.trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/^\S+ {2}(.*) {2}\d+ ms$/, '$1'))).toEqual([
    '2.  POST  /hook  → 204',
    '3.  paid  POST  /hook  → 204',
    '1.  POST  /hook/bad?x  → 500',
  ]);
  expect(outcome.error).toMatch(
    /^The target does not get all headers of request 1\. 2 headers beginning with X- .*\nhookwell: The target did not take 1 of 3 requests\n$/,
  );
  expect(target.arrivals[1]?.headers).toContainEqual(['X-GitHub-Event', 'push']);
  expect(target.arrivals[1]?.body.toString('base64')).toBe(zipped);
  const printed = ['replay', '-', '--to', target.url, '--json', '--match', 'path=/bad'];
  const again = await workplace.run(printed, `${JSON.stringify(archive)}\n`);
  expect(JSON.parse(again.out)).toMatchObject({
    ...{ entry: 1, id: 9, receivedAt: '2026-03-01T12:00:03.000Z', method: 'POST', bodySize: 0 },
    forwarded: { status: 500, url: `${target.url}/bad?x` },
  });
});

test('a match chooses among its requests by head, decoded body and event', async () => {
  const file = write('calls.har', JSON.stringify(archive));
  const matching = async (match: string) =>
    (await workplace.run(['replay', file, '--to', target.url, '--match', match])).code;
  expect(await matching('json.type=paid event=paid')).toBe(0);
  expect(await matching('json.ref=main received<2026-03-01T12:00:02Z')).toBe(0);
  expect(target.arrivals.map(({ body }) => body.length)).toEqual([
    Buffer.from(zipped, 'base64').length,
    14,
  ]);
  expect(await matching('json.type=other')).toBe(3);
});

test('faults are planned and counted, and each copy is the same delivery', async () => {
  const lines = Array.from({ length: 10 }, (_, index) =>
    JSON.stringify({
      ...{ id: index + 1, endpointId: 1, receivedAt: '2026-03-01T12:00:00Z', method: 'POST' },
      ...{ target: `/wh/${token}/${index}`, path: `/${index}`, headers: [], body: '{}' },
    }),
  );
  const file = write('ten.jsonl', lines.reverse().join('\n'));
  const faults = ['--duplicate', '2', '--shuffle', '--drop', '0.1', '--seed', '7'];
  const words = ['replay', file, '--to', target.url, ...faults];
  const { code, error } = await workplace.run(words);
  expect({ code, error }).toEqual({
    code: 0,
    error: 'Requests: 10, dropped: 1, sent: 18, of these again: 9, seed: 7\n',
  });
  const first = paths();
  await workplace.run(words);
  expect(paths()).toEqual([...first, ...first]);
  workplace.environment.SECRET = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0';
  const signing = ['--sign', 'standard-webhooks', '--secret-env', 'SECRET', '--duplicate', '2'];
  await workplace.output(['replay', file, '--to', target.url, ...signing]);
  const ids = target.arrivals
    .slice(-20)
    .map(({ headers }) => headers.find(([name]) => /^webhook-id$/i.test(name))?.[1]);
  expect(new Set(ids).size).toBe(10);
  expect(ids[0]).toBe(ids[1]);
});

test('what is no archive, or cannot be sent, is refused before anything is sent', async () => {
  const good = JSON.stringify(archive);
  for (const [name, content, sentence] of [
    ['x.har', '{"a":1}', 'it is neither an HTTP archive (HAR) nor JSON lines'],
    ['y.har', good.slice(0, -3), 'it ends too early, after entry 3'],
    ['z.jsonl', good.replace('"X-GitHub-Event"', '"X GitHub"'), 'entry 1: header 2 has characters'],
  ] as const) {
    const outcome = await workplace.run(['replay', write(name, content), '--to', target.url]);
    expect(outcome).toMatchObject({ code: 2, out: '' });
    expect(outcome.error).toContain(sentence);
  }
  const missing = await workplace.run(['replay', 'missing.har', '--to', target.url]);
  expect(missing).toMatchObject({
    code: 1,
    error: expect.stringContaining('Cannot read missing.har'),
  });
  expect(target.arrivals).toEqual([]);
});
