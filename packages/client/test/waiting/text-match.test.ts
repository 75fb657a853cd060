import { beforeEach, describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send } from '../../../server/test/start-server.ts';
import { MatchError, matches, parseMatch, WaitError } from '../../src/index.ts';
import { holdTimers } from '../held-timers.ts';
import { captured } from './captured.ts';
import { startWorkplace } from './workplace.ts';

const place = forFile(await startWorkplace());
beforeEach(() => place.client.requests.clear(place.endpoint.token));

const stored = { timeout: 0 };
const idOf = ({ id }: { id: number }) => id;

async function failure(waiting: Promise<unknown>): Promise<WaitError> {
  const error = await waiting.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WaitError);
  return error as WaitError;
}

describe('a wait by a text', () => {
  test('gives the oldest stored request that the service finds, as the stream has it', async () => {
    await place.send({ n: 2 });
    const first = await place.send({ n: 1 }, '/twice?x=1&x=2');
    await place.send({ n: 1 });
    const found = await place.endpoint.waitFor('method:POST json.n=1', stored);
    expect(found).toMatchObject({ id: first, body: '{"n":1}', path: '/twice' });
    expect(idOf(await place.endpoint.waitFor('query.x=1', stored))).toBe(first);
    expect(await place.endpoint.waitForCount(2, '-json.n=2', stored)).toHaveLength(2);
    expect(idOf(await place.endpoint.waitFor('json.n=1', { after: first }))).toBe(first + 1);
    expect(await place.endpoint.waitForCount(3, ' ', stored)).toHaveLength(3);
  });

  test('gives a later one', async () => {
    await place.send({ n: 1 });
    const waiting = place.endpoint.waitFor('json.n=2');
    await place.streaming();
    await place.send({ n: 3 });
    const id = await place.send({ n: 2 });
    expect(await waiting).toMatchObject({ id, body: '{"n":2}' });
    await place.streaming(0);
  });

  test('finds one that came while the live stream was dead', async () => {
    const time = holdTimers(60_000);
    const waiting = place.endpoint.waitFor('json.n=2', { timeout: 60_000 });
    await place.streaming();
    place.line.freeze();
    await place.send({ n: 1 });
    const id = await place.send({ n: 2 });
    time.expire();
    expect(idOf(await waiting)).toBe(id);
    place.line.cut();
    await place.streaming(0);
  });

  test('tells what the service knows of the event of the nearest miss', async () => {
    const miss = async (match: string) =>
      (await failure(place.endpoint.waitFor(match, stored))).message.split('\n').slice(-2);
    await place.send({ n: 1 });
    expect(await miss('event=push json.n=1')).toEqual([
      '  ✗ event=push: it names no event',
      '  ✓ json.n=1',
    ]);
    await place.client.requests.clear(place.endpoint.token);
    const headers = {
      'content-type': 'application/json',
      'ce-type': 'order.paid',
      'ce-id': '1',
      'ce-source': '/s',
      'ce-specversion': '1.0',
    };
    await send(place.server, place.endpoint.token, { method: 'POST', headers, body: '{"n":1}' });
    expect(await miss('event=push json.n=1')).toEqual([
      '  ✗ event=push: it was another event',
      '  ✓ json.n=1',
    ]);
    expect(await miss('event=order.paid json.n=2')).toEqual([
      '  ✓ event=order.paid',
      '  ✗ json.n=2: it was 1',
    ]);
  });

  test('fails at once if the text is no match', async () => {
    const nobody = place.client.endpoint('nobody');
    for (const waiting of [
      nobody.waitFor('colour:red'),
      nobody.waitForCount(2, 'method:POST colour:red'),
      nobody.expectNone('colour:red', { for: 60_000 }),
    ]) {
      const error = await waiting.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(MatchError);
      expect(String(error)).toContain('colour is not a field');
    }
  });

  test('tells of an endpoint that is not there', async () => {
    const waiting = place.client.endpoint('nobody').waitFor('json.n=1', stored);
    await expect(waiting).rejects.toMatchObject({ name: 'HookwellError', status: 404 });
  });

  test('in vain lists what arrived, and the terms that the nearest miss did and did not meet', async () => {
    const first = await place.send({ type: 'invoice.created' }, '/stripe?live=0&live=2');
    await send(place.server, place.endpoint.token, { method: 'PUT' });
    const text = 'method:POST path=/stripe query.live=1 json.type=invoice.paid has:header.x-sign';
    const error = await failure(place.endpoint.waitFor(text, stored));
    expect(error.message).toBe(
      [
        `No request is stored that should match ${text}.`,
        '2 requests arrived:',
        `  #${first} POST /stripe?live=2 application/json "{\\"type\\":\\"invoice.created\\"}"`,
        `  #${first + 1} PUT no body`,
        `The nearest is #${first}:`,
        '  ✓ method:POST',
        '  ✓ path=/stripe',
        '  ✗ query.live=1: it was "0" and "2"',
        '  ✗ json.type=invoice.paid: it was "invoice.created"',
        '  ✗ has:header.x-sign: headers whose names begin with X- are dropped unless the settings keep them ("xHeaders": "keep")',
      ].join('\n'),
    );
    expect(error.received.map(idOf)).toEqual([first, first + 1]);
    expect(error).toMatchObject({ matched: [], nearest: { id: first }, wasReached: true });
  });

  test('does not count a match as a miss, and counts what arrived', async () => {
    const first = await place.send({ n: 1 });
    for (let n = 2; n <= 24; n++) await place.send({ n });
    const waiting = place.endpoint.waitForCount(2, 'json.n=24', stored);
    const error = await failure(waiting);
    expect(error).toMatchObject({ matched: [{ id: first + 23 }], nearest: { id: first + 22 } });
    expect(error.received.map(idOf)).toEqual(Array.from({ length: 20 }, (_, n) => first + 4 + n));
    const lines = error.message.split('\n');
    expect(lines[0]).toBe('1 of 2 requests is stored that should match json.n=24.');
    expect(lines[1]).toBe('24 requests arrived, the latest:');
    expect(lines.slice(-2)).toEqual([
      `Of the latest 20, the nearest is #${first + 22}:`,
      '  ✗ json.n=24: it was 23',
    ]);
  });

  test('tells of a service that is away', async () => {
    place.line.cut();
    place.line.refuse(true);
    const error = await failure(place.endpoint.waitFor('json.n=1', { timeout: 50 }));
    place.line.refuse(false);
    expect(error).toMatchObject({ wasReached: false, received: [] });
    expect(error.message).toBe(
      'No request came within 0.05 s that should match json.n=1.\n' +
        'It is not certain: The service could not be reached',
    );
  });

  test('says that nothing arrived', async () => {
    const error = await failure(place.endpoint.waitFor('json.n=1', { timeout: 50 }));
    expect(error.message).toBe(
      'No request came within 0.05 s that should match json.n=1.\nNothing arrived.',
    );
  });
});

test('none is expected by a text', async () => {
  await place.send({ n: 1 });
  await place.endpoint.expectNone('json.n=2', { for: 0 });
  const id = await place.send({ n: 2 });
  const error = await failure(place.endpoint.expectNone('json.n=2', { for: 60_000 }));
  expect(error.message).toContain(`Request #${id} came, but none should match json.n=2.`);
  expect(error.matched.map(idOf)).toEqual([id]);
});

test('a request is tried with a text: by the service, or as far as the request tells', async () => {
  const id = await place.send({ n: 1 }, '/twice?x=1&x=2');
  const request = await place.endpoint.waitFor('', stored);
  expect(request.id).toBe(id);
  const { client } = place;
  expect(await matches('query.x=1 json.n=1', request, { client })).toBe(true);
  expect(await matches('query.x=1 json.n=2', request, { client })).toBe(false);
  expect(await matches('query.x=1', request)).toBe(false);
  expect(await matches('query.x=2 json.n>0.5 type=application/json', request)).toBe(true);
  expect(await matches('size=7 path=/twice', request)).toBe(true);
  await expect(matches('colour:red', request)).rejects.toBeInstanceOf(MatchError);
  expect(await matches('', captured())).toBe(true);
});

test('a text is told as it is written, safe for a terminal', async () => {
  const match = ' method:POST   -body:"thank you" "\u001b[2J"';
  const { message } = await failure(place.endpoint.waitFor(match, stored));
  expect(message).toContain('should match method:POST -body:"thank you" \\u001b[2J.\n');
  const any = await failure(place.endpoint.waitFor(' ', stored));
  expect(any.message).toBe('No request is stored that should match any request.\nNothing arrived.');
  expect(parseMatch('a b').terms).toHaveLength(2);
});
