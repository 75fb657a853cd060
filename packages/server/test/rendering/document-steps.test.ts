import { parseMatch } from '@hookwell/match';
import { expect, test } from 'vitest';
import { CaptureDocument } from '../../src/rendering/capture-document.ts';

function documentOf(body: string) {
  const document = new CaptureDocument({
    id: 1,
    endpointId: 1,
    receivedAt: 0,
    method: 'POST',
    target: '/wh/token',
    headers: '[]',
    droppedHeaders: 0,
    ipAddress: '127.0.0.1',
    bodySize: Buffer.byteLength(body),
  });
  for (const _step of document.read([Buffer.from(body)]));
  return document;
}

/** The verdict, and the number of steps that it took. */
function decide(body: string, match: string) {
  const steps = documentOf(body).matches({
    match: parseMatch(match),
    nowMs: 0,
    keptHeaders: undefined,
  });
  for (let count = 0; ; count++) {
    const { done, value } = steps.next();
    if (done === true) return { holds: value, count };
  }
}

test('a match is applied to a long body in short steps', () => {
  const { holds, count } = decide('a'.repeat(1_000_000), 'aab');
  expect(holds).toBe(false);
  expect(count).toBeGreaterThanOrEqual(Math.floor(1_000_000 / 4096));
});

test('a match is applied to a head in short steps', () => {
  const terms = Array.from({ length: 64 }, (_, n) => `-query:x${n}`).join(' ');
  expect(decide('body', terms)).toMatchObject({ holds: true });
  expect(decide('body', terms).count).toBeGreaterThanOrEqual(64);
});

test('the steps end once the match is decided', () => {
  expect(decide(`needle${'a'.repeat(1_000_000)}`, 'needle')).toMatchObject({ holds: true });
  expect(decide(`needle${'a'.repeat(1_000_000)}`, 'needle').count).toBeLessThan(10);
});

test.each([4094, 4095, 4096, 8191])(
  'characters of two surrogates are whole where a step ends behind %i others',
  (before) => {
    const body = `${'x'.repeat(before)}😀end${'y'.repeat(40_000)}`;
    expect(decide(body, 'body:x😀end').holds).toBe(true);
    expect(decide(body, '-x😀en').holds).toBe(false);
  },
);
