import { expect, test } from 'vitest';
import { forwardStream } from '../../src/forwarding/forward-all.ts';

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

test('requests are prepared within the bytes that their route may hold; a larger one goes alone', async () => {
  const prepared: number[] = [];
  const ended = Promise.withResolvers<void>();
  const isSettled = Promise.withResolvers<void>();
  const forwarding = forwardStream({
    requests: [2, 3, 5, 1],
    sizeOf: (request) => request * 10,
    prepare: async (request) => void prepared.push(request),
    forward: async () => {
      setImmediate(isSettled.resolve);
      await ended.promise;
    },
    concurrency: 1,
    mostBytes: 40,
  });
  await isSettled.promise;
  expect(prepared).toEqual([2]);
  ended.resolve();
  await forwarding;
  expect(prepared).toEqual([2, 3, 5, 1]);
});
