import { expect, test } from 'vitest';
import { captured } from '../../../client/test/waiting/captured.ts';
import { harEntry } from '../../src/captured-requests/exact-json.ts';
import { happeningOf } from '../../src/captured-requests/happening.ts';
import { readableRequest } from '../../src/captured-requests/readable-request.ts';
import { deliveryRows } from '../../src/commands/deliveries.ts';
import { RequestLines } from '../../src/forwarding/request-line.ts';
import { shownRequest } from '../../src/mcp/request-tools.ts';

const output = { isTerminal: false, hasColours: false, columns: Number.POSITIVE_INFINITY };
const esc = String.fromCharCode(0x1b);
const signature = {
  scheme: 'github',
  verdict: 'invalid' as const,
  reason: `No secret given${esc}[2J here made this signature.`,
  signedAt: '2026-03-01T12:00:00.000Z',
};
const verified = {
  signature,
  event: `pull_request${esc}[2J`,
  ...{ answer: '200', attempt: 1, delivery: 'd' },
};
const body = '{"action":"opened","pull_request":{},"repository":{},"sender":{}}';
const streamed = captured({ ...verified, headers: { 'user-agent': 'GitHub-Hookshot/1' }, body });

test('a request for people has the verdict with its reason and the stored event, safe for a terminal', async () => {
  const request = { ...streamed, body: { raw: body } };
  const wire = { target: '/wh/t', headers: [], bodySize: body.length, droppedHeaders: 2 };
  const text = await readableRequest(request, wire, { output });
  expect(text).not.toContain(esc);
  expect(text.split('\n').slice(0, 5)).toEqual([
    'GitHub pull_request␛[2J',
    'POST /wh/t',
    expect.stringContaining('Request 7,'),
    'Answered 200, attempt 1',
    'Signature invalid: github, signed 2026-03-01T12:00:00.000Z. No secret given␛[2J here made this signature.',
  ]);
  const valid = { scheme: 'github', verdict: 'valid' as const, reason: 'secret …k3f9' };
  expect(await readableRequest({ ...request, signature: valid }, wire, { output })).toContain(
    '\nSignature valid: github, secret …k3f9\n',
  );
  expect(new RequestLines(output).captured(streamed)).toContain('  signature invalid  ');
});

test('the stored event counts, exactly as it was sent, and no other', async () => {
  expect(await happeningOf(streamed)).toEqual({ sender: 'GitHub', event: verified.event });
  const { event: _, ...derived } = streamed;
  expect(await happeningOf(derived)).toMatchObject({ event: 'pull_request.opened' });
});

test('archives and assistants have the verdict with its reason', async () => {
  const exact = {
    ...captured({ ...verified }),
    ...{ target: '/wh/t', query: [], headers: [], droppedHeaders: 0, bodySize: 0 },
    body: new Uint8Array(),
  };
  expect(harEntry(exact, 'https://h')).toMatchObject({
    _hookwell: { signature, event: verified.event },
  });
  const long = { ...exact, event: 'e'.repeat(10_000) };
  const wish = { offset: 0, characters: 100, base64: false };
  expect(await shownRequest(long, wish)).toMatchObject({
    signature,
    event: `${'e'.repeat(200)}…`,
  });
});

test('an attempt with a wrong signature, or cut short, is marked in its delivery', () => {
  const attempt = { id: 1, receivedAt: signature.signedAt, answer: '500', bodyHash: 'h' };
  const valid = { ...signature, verdict: 'valid' as const };
  const [row] = deliveryRows(
    {
      ...{ delivery: 'd', first: signature.signedAt, last: signature.signedAt, outcome: 'open' },
      attempts: [
        { ...attempt, signature: valid },
        { ...attempt, signature, cutShortAfter: 3000 },
      ],
    },
    Number.POSITIVE_INFINITY,
  );
  expect(row?.at(-1)).toBe('500, +0ms 500 (cut short after 3s) (signature invalid)');
});
