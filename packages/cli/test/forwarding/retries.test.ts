import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { pauseBeforeRetry, readRetryStatuses } from '../../src/forwarding/retrying.ts';
import { KeyWorkplace } from './key-workplace.ts';
import { type Answer, startTarget } from './target-server.ts';

let workplace: KeyWorkplace;
let token: string;
const server = forFile(await startServer());
beforeEach(async () => {
  workplace = await KeyWorkplace.on(server);
  token = await workplace.visitor.endpoint();
});
afterEach(() => workplace[Symbol.asyncDispose]());

async function post(...bodies: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const body of bodies) ids.push((await send(server, token, { method: 'POST', body })).id);
  return ids;
}

function forward(to: string, ...words: string[]) {
  return workplace.startHere('listen', token, '--since', '0', '--json', '--forward', to, ...words);
}

const bodiesOf = ({ arrivals }: { arrivals: readonly { body: Buffer }[] }) =>
  arrivals.map(({ body }) => body.toString());

/** Answers a body in these ways, one after the other, and with 200 from then on. */
function answering(
  plan: Readonly<Record<string, [status: number, headers?: Record<string, string>][]>>,
): Answer {
  return ({ body }, response) => {
    const [status, headers = {}] = plan[body.toString()]?.shift() ?? [200];
    response.writeHead(status, headers).end();
  };
}

describe('after an answer that was chosen for it', () => {
  test('a request is tried again until the target takes it; later ones wait for their turn', async () => {
    const plan = answering({ one: [[503], [429, { 'retry-after': '0' }]], two: [[404]] });
    await using target = await startTarget(plan);
    await post('one', 'two', 'three');
    await using command = forward(target.url, '--retry-status', '5xx, 429');
    const lines = await command.jsonUpTo(3);
    expect(
      lines.map(({ body, forwarded }) => [body, forwarded.status, forwarded.attempts]),
    ).toEqual([
      ['one', 200, 3],
      ['two', 404, undefined],
      ['three', 200, undefined],
    ]);
    expect(bodiesOf(target)).toEqual(['one', 'one', 'one', 'two', 'three']);
    expect(await command.interrupt()).toBe(0);
    expect(command.errors.match(/^The target .*$/gm)).toEqual([
      'The target answered with 503; such requests are tried again for 30s',
      'The target is back',
      expect.stringContaining('did not take 1 request: '),
    ]);
  });

  test('it is given up when its time is over, and can be sent again', async () => {
    await using target = await startTarget((_arrival, response) => {
      response.writeHead(500).end();
    });
    const [id] = await post('one');
    await using command = forward(target.url, '--retry-status', '500', '--retry', '1s');
    const [line] = await command.jsonUpTo(1);
    // At once, and after 250, 500 and 250 ms: the last try comes when the time is over, and fewer of them on a slow machine.
    expect(line.forwarded).toMatchObject({ status: 500 });
    expect([2, 3, 4]).toContain(line.forwarded.attempts);
    await command.interrupt();
    expect(command.errors).toContain(`The target did not take 1 request: ${id}\n`);
  });

  test('Ctrl-C ends a long pause at once', async () => {
    await using target = await startTarget((_arrival, response) => {
      response.writeHead(503, { 'retry-after': '3600' }).end();
    });
    const ids = await post('one', 'two');
    await using command = forward(target.url, '--retry-status', '503', '--retry', '30d');
    await eventually(() => command.errors.includes('The target answered with 503'));
    expect(await command.interrupt()).toBe(0);
    expect(bodiesOf(target)).toEqual(['one']);
    expect(command.errors).toContain(`did not take 2 requests: ${ids.join(' ')}\n`);
  });
});

test('no answer is tried again without --retry-status', async () => {
  await using target = await startTarget(answering({ one: [[503]] }));
  await post('one', 'two');
  await using command = forward(target.url);
  await command.jsonUpTo(2);
  expect(bodiesOf(target)).toEqual(['one', 'two']);
});

test('the pause is as long as the target asks for, and no timer is set for longer than one can be', () => {
  const pauseAfter = (failures: number, value?: string) =>
    pauseBeforeRetry('refusing', failures, {
      headers: value === undefined ? {} : { 'retry-after': value },
    });
  expect([0, 1, 2, 3, 4, 5, 99].map((failures) => pauseAfter(failures))).toEqual([
    250, 500, 1000, 2000, 4000, 5000, 5000,
  ]);
  expect(pauseAfter(0, '7')).toBe(7000);
  expect(pauseAfter(0, 'soon')).toBe(250);
  expect(pauseAfter(0, '999999999999999999999')).toBe(86_400_000);
  const inAMinute = pauseAfter(0, new Date(Date.now() + 60_000).toUTCString());
  expect(inAMinute).toBeGreaterThan(50_000);
});

test('statuses are numbers and classes', () => {
  expect([...readRetryStatuses([429, '503', '503'])]).toEqual([429, 503]);
  expect(readRetryStatuses(['5XX', '4xx'])).toHaveProperty('size', 200);
});

test.each([
  [['--retry-status', '200'], 'Option --retry-status must be statuses from 300 to 599'],
  [['--retry-status', '5xx,,429'], 'Option --retry-status must be statuses from 300 to 599'],
  [['--retry-status', '6xx'], 'Option --retry-status must be statuses from 300 to 599'],
  [['--retry-status', '5xx', '--retry', '0'], 'Options --retry 0 and --retry-status exclude'],
])('%j is refused', async (words, sentence) => {
  const outcome = await workplace.run(['listen', '--forward', '3000', ...words]);
  expect(outcome).toMatchObject({ code: 2, out: '', error: expect.stringContaining(sentence) });
  expect(await workplace.run(['listen', '--retry-status', '5xx'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('Option --retry-status needs --forward'),
  });
});
