import { expect, test } from 'vitest';
import { Budget } from '../../src/fairness/budget.ts';
import { logInTurns } from '../../src/requests/log-in-turns.ts';
import { withStore } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

const opened = withStore();

test('a page of a list waits for few pages of another party, however many lists that reads', async () => {
  const { store } = opened;
  const [greedy, other] = [
    await addAccountWithEndpoint(store),
    await addAccountWithEndpoint(store),
  ];
  await store.captures.append(newCapture(other.endpointId));
  const pages = new Budget({ total: Number.POSITIVE_INFINITY, perParty: 2 });
  const asked: string[] = [];
  const gate = Promise.withResolvers<void>();
  const counted: typeof store.captures.readIds = async (scope, ...rest) => {
    asked.push(scope.accountId === other.accountId ? 'other' : 'greedy');
    if (scope.accountId === greedy.accountId) await gate.promise;
    return await store.captures.readIds(scope, ...rest);
  };
  const captures = {
    readIds: counted,
    readListPage: store.captures.readListPage.bind(store.captures),
    readByIds: store.captures.readByIds.bind(store.captures),
    readOne: store.captures.readOne.bind(store.captures),
    search: store.captures.search.bind(store.captures),
  };
  const query = { order: 'newestFirst' as const, limit: 10 };
  const all = Array.from({ length: 50 }, () =>
    logInTurns(captures, pages, 1).readIds({ accountId: greedy.accountId }, query),
  );
  const { ids } = await logInTurns(captures, pages, 2).readIds(
    { accountId: other.accountId },
    query,
  );
  expect(ids).toHaveLength(1);
  expect(asked).toEqual(['greedy', 'greedy', 'other']);
  gate.resolve();
  await Promise.all(all);
  expect(asked).toHaveLength(51);
});
