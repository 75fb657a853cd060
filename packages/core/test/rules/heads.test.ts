import { expect, test } from 'vitest';
import { delayOfStep, headOf, readSettings } from '../../src/rules/index.ts';

function answers(reply: object) {
  const [read] = readSettings({ replies: [reply] }).replies;
  if (read === undefined) throw new Error('There is no reply');
  return read.steps.map((step) => ({ ...headOf(read, step), delayMs: delayOfStep(read, step) }));
}

test('a step replaces status, Retry-After and delay of its reply', () => {
  const plan = ['429 retry-after=60 delay=0s', '503', 'truncate 10', 'timeout 5s', 'reset'];
  const headers = { 'RETRY-AFTER': '5', 'X-A': 'b' };
  const own = [
    ['RETRY-AFTER', '5'],
    ['X-A', 'b'],
  ];
  expect(answers({ status: 404, headers, delay: '2s', plan })).toEqual([
    {
      status: 429,
      headers: [
        ['X-A', 'b'],
        ['Retry-After', '60'],
      ],
      delayMs: 0,
    },
    { status: 503, headers: own, delayMs: 2000 },
    { status: 404, headers: own, delayMs: 2000 },
    { status: 404, headers: own, delayMs: 0 },
    { status: 404, headers: own, delayMs: 2000 },
  ]);
});

test('a body has a media type', () => {
  const types = [
    { body: '' },
    { bodyBase64: '' },
    { headers: { 'content-type': 'a/b' }, body: '' },
    {},
  ].map((reply) => answers(reply)[0]?.headers.map(([, value]) => value));
  expect(types).toEqual([['text/plain; charset=utf-8'], ['application/octet-stream'], ['a/b'], []]);
});
