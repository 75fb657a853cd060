import { expect, test } from 'vitest';
import { Budget } from '../../src/fairness/budget.ts';
import { restMs } from '../../src/listeners/listener.ts';
import { Listeners } from '../../src/listeners/listeners.ts';
import {
  AnsweringStreams,
  mostAnswering,
  mostAnsweringOfEndpoint,
} from '../../src/live/answering-streams.ts';

test('a listener that let three pass rests, is tried with one request, and is restored by any answer', () => {
  let now = 0;
  const listeners = new Listeners(() => now);
  listeners.add({ id: 'a', endpointId: 1, waitMs: 1000, match: '' });
  const asked = () => listeners.ask(listeners.of(1));
  const pass = (times: number) => {
    for (let time = 0; time < times; time += 1) listeners.ended(asked(), 'passed');
  };
  pass(2);
  listeners.ended(asked(), 'answered');
  pass(2);
  // A sender that hung up says nothing.
  listeners.ended(asked(), 'nothing');
  expect(asked()).toHaveLength(1);
  pass(1);
  expect(asked()).toEqual([]);
  now += restMs - 1;
  expect(asked()).toEqual([]);
  now += 1;
  const tried = asked();
  expect(tried).toHaveLength(1);
  expect(asked()).toEqual([]);
  listeners.ended(tried, 'passed');
  expect(asked()).toEqual([]);
  now += restMs;
  listeners.ended(asked(), 'nothing');
  listeners.ended(asked(), 'answered');
  pass(2);
  expect(asked()).toHaveLength(1);
});

test('senders wait as long as the longest of those that are asked; one that is gone is asked no more', () => {
  const listeners = new Listeners();
  listeners.add({ id: 'a', endpointId: 1, waitMs: 1000, match: '' });
  listeners.add({ id: 'b', endpointId: 1, waitMs: 5000, match: 'method:POST' });
  listeners.add({ id: 'c', endpointId: 2, waitMs: 9000, match: 'nonsense:1' });
  expect(listeners.of(1).map(({ settings }) => settings.id)).toEqual(['b', 'a']);
  const found = listeners.of(1);
  listeners.remove('b');
  expect(listeners.ask(found).map(({ settings }) => settings.id)).toEqual(['a']);
  listeners.remove('a');
  expect([listeners.has(1), listeners.has(2), listeners.of(1)]).toEqual([false, true, []]);
  // A newer node may know a field that this one does not.
  expect(listeners.of(2)[0]?.match).toBe('unreadable');
});

test('so many streams of a node answer senders; the newest of whoever has most give way', async () => {
  const listeners = new Listeners();
  const streams = new AnsweringStreams(
    listeners,
    {
      add: async (settings) => listeners.add(settings),
      remove: ({ id }) => listeners.remove(id),
    },
    { run: (_, work) => work() },
  );
  const closed: number[] = [];
  const add = (party: number, endpointId: number) =>
    streams.add(party, { endpointId, waitMs: 1000, match: '' }, () => void closed.push(party));
  for (let index = 0; index < mostAnswering; index += 1) await add(1, index);
  await expect(add(1, -1)).rejects.toMatchObject({ code: 'noRoomForStream' });
  await add(2, -2);
  expect(closed).toEqual([1]);
});

test('streams of an endpoint that open at once are counted while they wait for their turn', async () => {
  const listeners = new Listeners();
  const added = Promise.withResolvers<void>();
  const streams = new AnsweringStreams(
    listeners,
    {
      add: async (settings) => {
        listeners.add(settings);
        await added.promise;
      },
      remove: ({ id }) => listeners.remove(id),
    },
    new Budget({ total: 4, perParty: 1 }),
  );
  const open = () => streams.add(1, { endpointId: 1, waitMs: 1000, match: '' }, () => undefined);
  const opening = Promise.allSettled(Array.from({ length: 3 * mostAnsweringOfEndpoint }, open));
  added.resolve();
  const opened = (await opening).filter(({ status }) => status === 'fulfilled');
  expect(opened).toHaveLength(mostAnsweringOfEndpoint);
  expect(listeners.countOf(1)).toBe(mostAnsweringOfEndpoint);
  for (const one of opened) if (one.status === 'fulfilled') one.value();
  expect(listeners.countOf(1)).toBe(0);
  await open();
});
