import { describe, expect, test } from 'vitest';
import { send } from '../../../server/test/start-server.ts';
import { type Match, WaitError, type WaitOptions } from '../../src/index.ts';
import { startWorkplace, type Workplace } from './workplace.ts';

async function failure(place: Workplace, match: Match, options: WaitOptions = {}) {
  const waiting = place.endpoint.waitFor(match, { timeout: 0, ...options });
  const error = await waiting.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WaitError);
  return error as WaitError;
}

describe('a wait that failed', () => {
  test('lists the requests that arrived, and the conditions that the nearest miss did and did not meet', async () => {
    await using place = await startWorkplace();
    await place.send({ type: 'invoice.created', data: { amount: 5 } }, '/stripe?live=1');
    await send(place.server, place.endpoint.token, { method: 'PUT' });
    const error = await failure(place, {
      method: 'POST',
      path: '/stripe',
      header: { 'X-Signature': true, accept: 'text/html' },
      query: { live: '1', test: true },
      json: { type: 'invoice.paid', 'data.amount': 5, 'data.id': /^in_/ },
      body: ['amount', 'in_1'],
    });
    expect(error.message).toBe(
      [
        'No request is stored that should match method POST, path /stripe, header x-signature, ' +
          'header accept "text/html", query parameter live "1", query parameter test, ' +
          'json type "invoice.paid", json data.amount 5, json data.id like /^in_/, ' +
          'body with "amount" in it, body with "in_1" in it.',
        '2 requests arrived:',
        '  #1 POST /stripe?live=1 application/json "{\\"type\\":\\"invoice.created\\",\\"data\\":{\\"amount\\":5}}"',
        '  #2 PUT no body',
        'The nearest is #1:',
        '  ✓ method POST',
        '  ✓ path /stripe',
        '  ✗ header x-signature: headers whose names begin with X- are dropped unless the settings keep them ("xHeaders": "keep")',
        '  ✗ header accept "text/html": it was "*/*"',
        '  ✓ query parameter live "1"',
        '  ✗ query parameter test: there was none',
        '  ✗ json type "invoice.paid": it was "invoice.created"',
        '  ✓ json data.amount 5',
        '  ✗ json data.id like /^in_/: there was none',
        '  ✓ body with "amount" in it',
        '  ✗ body with "in_1" in it: it was "{\\"type\\":\\"invoice.created\\",\\"data\\":{\\"amount\\":5}}"',
      ].join('\n'),
    );
    expect(error.name).toBe('WaitError');
    expect(error.timeout).toBe(0);
    expect(error.matched).toEqual([]);
    expect(error.received.map(({ id }) => id)).toEqual([1, 2]);
    expect(error.nearest?.id).toBe(1);
    expect(error.cause).toBeUndefined();
  });

  test('calls another value in the same place nearer than nothing in it', async () => {
    await using place = await startWorkplace();
    await place.send({ type: 'invoice.created' }, '?live=0');
    await place.send({ ok: true });
    const json = await failure(place, { json: { type: 'invoice.paid' } });
    expect(json.nearest?.id).toBe(1);
    expect(json.message).toContain(
      'The nearest is #1:\n  ✗ json type "invoice.paid": it was "invoice.created"',
    );
    expect((await failure(place, { query: { live: '1' } })).nearest?.id).toBe(1);
    expect((await failure(place, { header: { 'content-type': 'x' } })).nearest?.id).toBe(2);
    // A condition that holds counts more.
    const mixed = { json: { type: 'invoice.paid', ok: true } };
    expect((await failure(place, mixed)).nearest?.id).toBe(2);
  });

  test('tells that nothing arrived', async () => {
    await using place = await startWorkplace();
    const error = await failure(place, {}, { timeout: 50 });
    expect(error.message).toBe(
      'No request came within 0.05 s that should match any request.\nNothing arrived.',
    );
    expect(error.nearest).toBeUndefined();
    expect(error.received).toEqual([]);
  });

  test('has five lines for many, and the latest of equally near ones', async () => {
    await using place = await startWorkplace();
    for (let n = 1; n <= 30; n++) await place.send({ n });
    const error = await failure(place, { method: 'POST', json: { n: 0 } });
    const lines = error.message.split('\n');
    expect(lines.slice(1, 3)).toEqual([
      '30 requests arrived, the latest:',
      '  #26 POST application/json "{\\"n\\":26}"',
    ]);
    expect(lines.filter((line) => line.startsWith('  #'))).toHaveLength(5);
    expect(lines).toContain('The nearest is #30:');
    expect(lines.at(-1)).toBe('  ✗ json n 0: it was 30');
    expect(error.received.map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 11),
    );
  });

  test('does not count a match as a miss', async () => {
    await using place = await startWorkplace();
    for (const n of [1, 2]) await place.send({ n });
    const match = { method: 'POST', json: { n: 1 } };
    const waiting = place.endpoint.waitForCount(2, match, { timeout: 0 });
    const error = await waiting.catch((reason: unknown) => reason as WaitError);
    expect(error).toMatchObject({ matched: [{ id: 1 }], nearest: { id: 2 } });
    await expect(waiting).rejects.toThrow('The nearest is #2:');
  });

  test('explains no function, and names it', async () => {
    await using place = await startWorkplace();
    await place.send({ n: 1 });
    const error = await failure(place, function isPaid() {
      return false;
    });
    expect(error.message).toBe(
      'No request is stored that should match isPaid().\n' +
        '1 request arrived:\n  #1 POST application/json "{\\"n\\":1}"',
    );
    expect(error.nearest).toBeUndefined();
  });

  test('keeps no more text of bodies than it needs to', async () => {
    await using place = await startWorkplace();
    for (let n = 0; n < 3; n++) await place.send('x'.repeat(6_000_000));
    const error = await failure(place, { body: 'y' });
    expect(error.received.map(({ id }) => id)).toEqual([3]);
    expect(error.message.length).toBeLessThan(1000);
  });

  test('escapes characters that a terminal would obey', async () => {
    await using place = await startWorkplace();
    const init = {
      method: 'POST',
      headers: { 'content-type': 'a/b\u009b2J' },
      body: '\u001b[2J\r\n\u202etxt',
      path: '?a%0a=%1b',
    };
    await send(place.server, place.endpoint.token, init);
    const { message } = await failure(place, { header: { 'content-type': 'text/plain' } });
    expect(message).toContain('#1 POST ?a%0A=%1B a/b\\u009b2J "\\u001b[2J\\r\\n\\u202etxt"');
    expect(message).toContain('✗ header content-type "text/plain": it was "a/b\\u009b2J"');
    expect(message.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
