import { describe, expect, test } from 'vitest';
import { send } from '../../../server/test/start-server.ts';
import { WaitError, type WaitOptions } from '../../src/index.ts';
import { startWorkplace, type Workplace } from './workplace.ts';

async function failure(place: Workplace, match: string, options: WaitOptions = {}) {
  const waiting = place.endpoint.waitFor(match, { timeout: 0, ...options });
  const error = await waiting.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WaitError);
  return error as WaitError;
}

describe('a wait that failed', () => {
  test('calls another value in the same place nearer than nothing in it', async () => {
    await using place = await startWorkplace();
    await place.send({ type: 'invoice.created' }, '?live=0');
    await place.send({ ok: true });
    const json = await failure(place, 'json.type=invoice.paid');
    expect(json.nearest?.id).toBe(1);
    expect(json.message).toContain(
      'The nearest is #1:\n  ✗ json.type=invoice.paid: it was "invoice.created"',
    );
    expect((await failure(place, 'query.live=1')).nearest?.id).toBe(1);
    expect((await failure(place, 'header.content-type=x')).nearest?.id).toBe(2);
    // A condition that holds counts more.
    const mixed = await failure(place, 'json.type=invoice.paid json.ok=true');
    expect(mixed.nearest?.id).toBe(2);
  });

  test('has five lines for many, and the latest of equally near ones', async () => {
    await using place = await startWorkplace();
    for (let n = 1; n <= 30; n++) await place.send({ n });
    const error = await failure(place, 'method:POST json.n=0');
    const lines = error.message.split('\n');
    expect(lines.slice(1, 3)).toEqual([
      '30 requests arrived, the latest:',
      '  #26 POST application/json "{\\"n\\":26}"',
    ]);
    expect(lines.filter((line) => line.startsWith('  #'))).toHaveLength(5);
    expect(lines).toContain('Of the latest 20, the nearest is #30:');
    expect(lines.at(-1)).toBe('  ✗ json.n=0: it was 30');
    expect(error.received.map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 11),
    );
  });

  test('keeps no more text of bodies than it needs to', async () => {
    await using place = await startWorkplace();
    for (let n = 0; n < 3; n++) await place.send('x'.repeat(6_000_000));
    const error = await failure(place, 'body:y');
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
    const { message } = await failure(place, 'header.content-type=text/plain');
    expect(message).toContain('#1 POST ?a%0A=%1B a/b\\u009b2J "\\u001b[2J\\r\\n\\u202etxt"');
    expect(message).toContain('✗ header.content-type=text/plain: it was "a/b\\u009b2J"');
    expect(message.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
