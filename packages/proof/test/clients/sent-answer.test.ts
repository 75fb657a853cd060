import { expect, test } from 'vitest';
import type { Answer } from '../../src/clients/http.ts';
import { readTold, StrangeAnswer } from '../../src/clients/sent-answer.ts';

function answer(status: number, body: unknown, id?: number): Answer {
  return {
    status,
    headers: id === undefined ? {} : { 'hookwell-request': String(id) },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  };
}

const refusal = { error: 'Not found' };

test.for([
  [answer(200, { id: 7, message: 'Webhook received' }, 7), { id: 7 }],
  [answer(500, { id: 7, message: 'as planned' }, 7), { id: 7 }],
  [answer(200, { id: 7, message: 'version 12' }, 7), { id: 7, version: 12 }],
  [answer(201, { id: 7, message: 'answer 3' }, 7), { id: 7, answer: 3 }],
] as const)('what names its id is stored: %o', ([told, facts]) => {
  expect(readTold(told)).toEqual({ outcome: 'stored', status: told.status, ...facts });
});

test('a refusal is known, and what may be stored all the same is not', () => {
  expect(readTold(answer(404, refusal))).toEqual({ outcome: 'refused', status: 404 });
  expect(readTold(answer(503, refusal))).toEqual({ outcome: 'unknown', status: 503 });
  // It was stored, but its answer could not be given: it names its id in the header alone.
  expect(readTold(answer(503, refusal, 7))).toEqual({ outcome: 'unknown', status: 503 });
  expect(readTold('unknown')).toEqual({ outcome: 'unknown', status: 0 });
  expect(readTold('unreached')).toEqual({ outcome: 'refused', status: 0 });
});

test.for([
  answer(500, { error: 'Internal server error' }),
  answer(200, 'what is this'),
  answer(200, { id: 7, message: 'Webhook received' }, 8),
  answer(200, { id: 7, message: 'Webhook received' }),
  answer(200, { id: '7', message: 'Webhook received' }, 7),
])('an answer that nobody should get is told: %o', (strange) => {
  expect(() => readTold(strange)).toThrow(StrangeAnswer);
});
