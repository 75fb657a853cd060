import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { exchangeRaw } from '../../../server/test/raw-http.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from './key-workplace.ts';
import { startTarget } from './target-server.ts';

let workplace: KeyWorkplace;
const server = forFile(await startServer());
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
  await using command = workplace.startHere('replay', ...ids, '--to', target.url);
  await eventually(() => target.arrivals.length === 1);
  const ended = command.interrupt();
  answer();
  expect(await ended).toBe(130);
  expect(command.lines).toHaveLength(1);
  expect(target.arrivals).toHaveLength(1);
});

test('with faults a handler that counts every arrival fails, and one that knows what it has seen does not', async () => {
  const sums = { careless: 0, careful: 0 };
  const seen = new Set<string>();
  await using target = await startTarget(({ body }, response) => {
    const order = body.toString();
    sums.careless += 1;
    if (!seen.has(order)) sums.careful += 1;
    seen.add(order);
    response.end();
  });
  const ids = await capture('0', '1', '2', '3', '4', '5', '6', '7', '8', '9');
  const faults = ['--duplicate', '2', '--shuffle', '--seed', '7', '--drop', '0.1'];
  const words = ['replay', ...ids, '--to', target.url, ...faults];
  const { code, error } = await workplace.run(words);
  expect({ code, error }).toEqual({
    code: 0,
    error: 'Requests: 10, dropped: 1, sent: 18, of these again: 9, seed: 7\n',
  });
  expect(sums).toEqual({ careless: 18, careful: 9 });
  const order = target.arrivals.map(({ body }) => body.toString());
  // The order of the plan in packages/client/test/replaying/send-plan.test.ts.
  expect(order.join('')).toBe('924173504016725369');
  const lines = (await workplace.output([...words, '--json'])).split('\n');
  expect(target.arrivals.slice(18).map(({ body }) => body.toString())).toEqual(order);
  expect(lines).toHaveLength(19);
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    replay: { requests: 10, sent: 18, duplicated: 9, dropped: 1, seed: 7 },
  });
});

test('faults go with --match, and without a seed the one of chance is told', async () => {
  await using target = await startTarget();
  const [one, two] = await capture('one', 'two');
  const words = ['--match', `id>=${one} id<=${two}`, '--to', target.url, '--shuffle'];
  const { code, error } = await workplace.run(['replay', ...words]);
  expect(code).toBe(0);
  expect(error).toMatch(/^Requests: 2, dropped: 0, sent: 2, of these again: 0, seed: \d+\n$/);
  expect(target.arrivals.map(({ body }) => body.toString()).sort()).toEqual(['one', 'two']);
});

test.each([
  [['1', '--to', '3000', '--drop', '1.1'], 'Option --drop must be a number from 0 to 1'],
  [['1', '--to', '3000', '--drop=-0.1'], 'Option --drop must be a number from 0 to 1'],
  [['1', '--to', '3000', '--drop', '1e-1'], 'Option --drop must be a number from 0 to 1'],
  [['1', '--to', '3000', '--duplicate', '0'], 'Option --duplicate must be a whole number'],
  [['1', '--to', '3000', '--duplicate', '101'], 'Option --duplicate must be a whole number'],
  [['1', '--to', '3000', '--seed', '7'], 'Option --seed needs --shuffle or --drop'],
  [['1', '--to', '3000', '--shuffle', '--seed', '4294967296'], 'Option --seed must be a whole'],
  [['--to', 'http://localhost/'], 'ID is missing'],
  [['x.har', '--to', '3000'], 'ID must be a whole number'],
  [['1', '--failed', '--to', '3000'], 'Only one of ID, --failed and --match can be given'],
  [['1', '--endpoint', 'x', '--to', '3000'], 'Option --endpoint needs --match'],
  [['1'], 'Option --to is missing'],
  [['one', '--to', '3000'], 'must be a whole number'],
  [['1', '--to', 'mailto:x'], 'is not a URL to forward to'],
])('%j cannot be understood', async (words, sentence) => {
  const outcome = await workplace.run(['replay', ...words]);
  expect(outcome).toMatchObject({ code: 2, out: '' });
  expect(outcome.error).toContain(sentence);
});
