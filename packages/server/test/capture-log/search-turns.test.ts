import { describe, expect, test } from 'vitest';
import { SearchTurns, type TimedStep } from '../../src/capture-log/search-turns.ts';
import { StoreUnavailable } from '../../src/database/errors.ts';
import { searchQuery } from './search-fixture.ts';

const query = searchQuery('');

/** Steps that end when the test says so. */
function scriptedSteps() {
  const running: {
    accountId: number;
    end: (tookMs: number) => void;
    fail: (error: Error) => void;
  }[] = [];
  const order: number[] = [];
  const turns = new SearchTurns(({ accountId }) => {
    order.push(accountId);
    const step = Promise.withResolvers<TimedStep>();
    running.push({
      accountId,
      end: (tookMs) => step.resolve({ found: [], tried: accountId, more: false, tookMs }),
      fail: step.reject,
    });
    return step.promise;
  });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    turns,
    order,
    running,
    /** Ends the step that runs. */
    async end(tookMs: number) {
      running.shift()?.end(tookMs);
      await settle();
    },
  };
}

describe('the turns of searches', () => {
  test('one step runs at a time', async () => {
    const { turns, running, end } = scriptedSteps();
    const searches = [turns.search({ accountId: 1 }, query), turns.search({ accountId: 1 }, query)];
    expect(running).toHaveLength(1);
    await end(1);
    expect(running).toHaveLength(1);
    await end(1);
    expect(running).toHaveLength(0);
    expect(await Promise.all(searches)).toEqual([
      { found: [], tried: 1, more: false },
      { found: [], tried: 1, more: false },
    ]);
  });

  test('the account that has used the least time is next', async () => {
    const { turns, order, end } = scriptedSteps();
    for (let count = 0; count < 3; count += 1) void turns.search({ accountId: 1 }, query);
    for (let count = 0; count < 3; count += 1) void turns.search({ accountId: 2 }, query);
    await end(5); // account 1
    await end(1); // account 2: used 1
    await end(1); // account 2: used 2
    await end(9); // account 2
    await end(5);
    await end(5);
    expect(order).toEqual([1, 2, 2, 2, 1, 1]);
  });

  test('an account that leaves and comes back gets no time for free', async () => {
    const { turns, order, end } = scriptedSteps();
    void turns.search({ accountId: 1 }, query);
    void turns.search({ accountId: 2 }, query);
    void turns.search({ accountId: 2 }, query);
    await end(50); // account 1 has nothing more to do
    void turns.search({ accountId: 1 }, query);
    await end(5);
    await end(5);
    await end(5);
    expect(order).toEqual([1, 2, 2, 1]);
  });

  test('a step that nobody wants any more does not run', async () => {
    const { turns, order, end } = scriptedSteps();
    const abort = new AbortController();
    const first = turns.search({ accountId: 1 }, query, abort.signal);
    const second = turns.search({ accountId: 1 }, query, abort.signal);
    const third = turns.search({ accountId: 1 }, query);
    abort.abort();
    await expect(first).rejects.toThrow(StoreUnavailable);
    await expect(second).rejects.toThrow(StoreUnavailable);
    await expect(turns.search({ accountId: 1 }, query, abort.signal)).rejects.toThrow(
      StoreUnavailable,
    );
    await end(1);
    await end(1);
    await third;
    expect(order).toEqual([1, 1]);
  });

  test('an account has only so many steps that wait, and others are not refused', async () => {
    const { turns } = scriptedSteps();
    for (let count = 0; count < 1001; count += 1) void turns.search({ accountId: 1 }, query);
    await expect(turns.search({ accountId: 1 }, query)).rejects.toThrow('Too many searches');
    const other = turns.search({ accountId: 2 }, query);
    await expect(Promise.race([other, Promise.resolve('waits')])).resolves.toBe('waits');
  });

  test('a step that fails lets the next one run', async () => {
    const { turns, running, end } = scriptedSteps();
    const failed = turns.search({ accountId: 1 }, query);
    const next = turns.search({ accountId: 2 }, query);
    running.shift()?.fail(new StoreUnavailable('away'));
    await expect(failed).rejects.toThrow('away');
    await end(1);
    expect((await next).tried).toBe(2);
  });
});
