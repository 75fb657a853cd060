import { expect, test } from 'vitest';
import { forwardStream } from '../../src/forwarding/forward-stream.ts';

test('requests that were read and not forwarded are told in order, with the one that had no room', async () => {
  const requests = Array.from({ length: 30 }, (_, index) => index + 1);
  const left: number[] = [];
  const isFull = Promise.withResolvers<void>();
  const forwarding = forwardStream({
    requests,
    sizeOf: () => 1,
    prepare: async (request) => {
      if (request === 16) isFull.resolve();
    },
    forward: async () => {
      await isFull.promise;
      throw new Error('interrupted');
    },
    concurrency: 1,
    left: async (request) => void left.push(request),
  });
  await expect(forwarding).rejects.toThrow('interrupted');
  // The first request was being forwarded, and 16 are read ahead.
  expect(left).toEqual(requests.slice(1, 17));
});
