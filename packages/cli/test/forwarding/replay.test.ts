import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { exchangeRaw } from '../../../server/test/raw-http.ts';
import { send, startServer, type TestServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from './key-workplace.ts';
import { startTarget } from './target-server.ts';

let server: TestServer;
let workplace: KeyWorkplace;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  workplace = await KeyWorkplace.on(server);
});
afterEach(() => workplace[Symbol.asyncDispose]());

/** Captures one request a body; gives their ids. */
async function capture(...bodies: string[]): Promise<string[]> {
  const token = await workplace.visitor.endpoint();
  const ids: string[] = [];
  for (const body of bodies) {
    ids.push(String((await send(server, token, { method: 'POST', body })).id));
  }
  return ids;
}

test('captured requests are sent again, exactly and in the order given', async () => {
  await using target = await startTarget();
  const token = await workplace.visitor.endpoint();
  const body = Buffer.from([0, 255, 10, 13]);
  const head = [
    `PUT /wh/${token}/a%20b?c=1 HTTP/1.1`,
    'Host: h',
    'odd: 1',
    'Odd: 2',
    'Connection: close',
    'Content-Length: 4',
    '',
    '',
  ];
  await exchangeRaw(server.url, Buffer.concat([Buffer.from(head.join('\r\n')), body]));
  const [{ id }] = await workplace.visitor.ask(200, 'GET', '/api/requests?limit=1');
  const [one = '', two = ''] = await capture('one', 'two');
  const words = [two, String(id), one, two, '--to', `${target.url}/hook`];
  const out = await workplace.output(['replay', ...words]);
  expect(target.arrivals.map(({ body }) => body.toString('latin1'))).toEqual([
    'two',
    body.toString('latin1'),
    'one',
    'two',
  ]);
  expect(target.arrivals[1]).toMatchObject({
    method: 'PUT',
    target: '/hook/a%20b?c=1',
    headers: [
      ['Host', new URL(target.url).host],
      ['odd', '1'],
      ['Odd', '2'],
      ['Content-Length', '4'],
      ['Connection', 'keep-alive'],
    ],
  });
  expect(out.split('\n').map((line) => line.replace(/^\S+ {2}(.*) {2}\d+ ms$/, '$1'))).toEqual([
    `#${two}  POST  /hook  → 200`,
    `#${id}  PUT  /hook/a%20b?c=1  → 200`,
    `#${one}  POST  /hook  → 200`,
    `#${two}  POST  /hook  → 200`,
  ]);
});

test('a request that the target does not take makes it fail, once all were tried', async () => {
  await using target = await startTarget(({ body }, response) => {
    response.writeHead(body.toString() === 'bad' ? 400 : 204).end();
  });
  const ids = await capture('good', 'bad', 'good');
  const outcome = await workplace.run(['replay', ...ids, '--to', target.url, '--json']);
  expect(outcome).toMatchObject({
    code: 1,
    error: 'hookwell: The target did not take 1 of 3 requests\n',
  });
  const lines = outcome.out.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).forwarded.status)).toEqual([204, 400, 204]);
});

test('a target that is down makes it fail', async () => {
  const ids = await capture('one');
  const to = `localhost:${await freePort()}`;
  const outcome = await workplace.run(['replay', ...ids, '--to', to]);
  expect(outcome).toMatchObject({
    code: 1,
    error: 'hookwell: The target did not take the request\n',
  });
  expect(outcome.out).toContain('→ failed: connection refused  ');
});

test('if one of them is missing none is sent', async () => {
  await using target = await startTarget();
  const ids = await capture('one');
  const outcome = await workplace.run(['replay', ...ids, '987654', '--to', target.url]);
  expect(outcome).toEqual({
    code: 1,
    out: '',
    error: 'hookwell: No captured request has the id 987654\n',
  });
  expect(target.arrivals).toEqual([]);
});

test('Ctrl-C ends it after the one that is being sent', async () => {
  let answer = () => {};
  await using target = await startTarget((_arrival, response) => {
    answer = () => void response.end();
  });
  const ids = await capture('one', 'two');
  await using command = workplace.start('replay', ...ids, '--to', target.url);
  await eventually(() => target.arrivals.length === 1);
  command.child.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 200));
  answer();
  expect(await command.ended).toBe(130);
  expect(command.lines).toHaveLength(1);
  expect(target.arrivals).toHaveLength(1);
});

test.each([
  [['--to', 'http://localhost/'], 'ID is missing'],
  [['1'], 'Option --to is missing'],
  [['one', '--to', '3000'], 'must be a whole number'],
  [['1', '--to', 'mailto:x'], 'is no address to forward to'],
])('%j cannot be understood', async (words, sentence) => {
  const outcome = await workplace.run(['replay', ...words]);
  expect(outcome).toMatchObject({ code: 2, out: '' });
  expect(outcome.error).toContain(sentence);
});
