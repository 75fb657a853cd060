import { expect, test } from 'vitest';
import { GivenAnswers } from '../../src/replies/given-answers.ts';

test('a row of this node that an outage left behind is looked at once, and then as soon as its sender waits', async () => {
  let looks = 0;
  let waitsUntil = Date.now() - 1;
  const answers = new GivenAnswers({
    node: 'here',
    rows: {
      find: async () => {
        looks += 1;
        return { node: 'here', answer: null, waitsUntil };
      },
    },
    waits: { answer: async () => (looks < 3 ? 'unknown' : 'given') },
    offers: undefined,
  });
  const answer = { status: 200, headers: [], body: new Uint8Array(), retryAfter: undefined };
  const give = () => answers.give(1, answer, 1, () => {}, new AbortController().signal);
  expect(await give()).toBe('late');
  expect(looks).toBe(1);
  // The capture is stored, and its sender begins to wait a moment later.
  waitsUntil = Date.now() + 60_000;
  expect(await give()).toBe('given');
  expect(looks).toBe(3);
});
