import { describe, expect, test } from 'vitest';
import { UniqueViolation } from '../../src/database/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { allIds, appendMany, withStore } from './store-fixture.ts';
import { addAccount, addAccountWithEndpoint, addEndpoint, deleteEndpoint } from './store-rows.ts';

const open = withStore();

/** The parts of `store.db` that the server relies on, beside the capture log itself. */
describe('db', () => {
  test('gives ids, rows and the number of changed rows back', async () => {
    const accountId = await addAccount(open.store);
    const changed = await open.store.db
      .updateTable('account')
      .set({ plan: 'enterprise' })
      .where('id', '=', accountId)
      .executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(1n);
    const account = await open.store.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirst();
    expect(account).toEqual({
      id: accountId,
      email: null,
      email_key: null,
      password_hash: null,
      plan: 'enterprise',
      status: 'active',
      created_at: 1,
      own_plan: null,
      subscription_id: null,
      price: null,
      currency: null,
      date_start: null,
      date_end: null,
      date_purchase: null,
      guest_network: null,
      kind: null,
      name: null,
      founder_id: null,
    });
  });

  test('never gives the id of an account or an endpoint twice', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    await deleteEndpoint(open.store, endpointId);
    await open.store.db.deleteFrom('account').where('id', '=', accountId).execute();
    await open.reopen();
    const next = await addAccountWithEndpoint(open.store);
    expect(next.accountId).toBeGreaterThan(accountId);
    expect(next.endpointId).toBeGreaterThan(endpointId);
  });

  test('tells a value that has to be unique from other errors', async () => {
    const email = { email: 'A@b.example', email_key: 'a@b.example' };
    const first = await addAccount(open.store);
    const second = await addAccount(open.store);
    const name = (id: number) =>
      open.store.db.updateTable('account').set(email).where('id', '=', id).execute();
    await name(first);
    await expect(name(second)).rejects.toBeInstanceOf(UniqueViolation);
  });

  test('deletes the sessions and keys of an account with it, but refuses to forget its endpoints', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    await open.store.db
      .insertInto('session')
      .values({
        account_id: accountId,
        token_hash: 'ab',
        created_at: 1,
        renewed_at: 1,
        expires_at: 2,
      })
      .execute();
    const remove = () => open.store.db.deleteFrom('account').where('id', '=', accountId).execute();
    await expect(remove()).rejects.toThrow();
    await deleteEndpoint(open.store, endpointId);
    await remove();
    expect(await open.store.db.selectFrom('session').selectAll().execute()).toEqual([]);
  });

  test('a transaction sees its own writes, and no other does before its commit', async () => {
    const accountId = await addAccount(open.store);
    await open.store.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('account').set({ plan: 'enterprise' }).execute();
      const plan = (db: Store['db']) =>
        db.selectFrom('account').select('plan').where('id', '=', accountId).execute();
      expect(await plan(transaction)).toEqual([{ plan: 'enterprise' }]);
      expect(await plan(open.store.db)).toEqual([{ plan: 'plus' }]);
    });
  });

  test('rolls a transaction back whose commit is refused, and goes on', async () => {
    const { accountId } = await addAccountWithEndpoint(open.store);
    const remove = open.store.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('account').where('id', '=', accountId).execute();
    });
    await expect(remove).rejects.toThrow();
    const accounts = await open.store.db.selectFrom('account').select('id').execute();
    expect(accounts).toEqual([{ id: accountId }]);
    await addEndpoint(open.store, accountId);
  });

  test('rolls a failed transaction back as a whole', async () => {
    const accountId = await addAccount(open.store);
    const failing = open.store.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('account').set({ plan: 'free' }).execute();
      throw new Error('not like this');
    });
    await expect(failing).rejects.toThrow('not like this');
    const accounts = await open.store.db.selectFrom('account').select('plan').execute();
    expect(accounts).toEqual([{ plan: 'plus' }]);
    expect(accountId).toBeGreaterThan(0);
  });

  test('lets no other write between the statements of a transaction', async () => {
    const accountId = await addAccount(open.store);
    const limit = 5;
    const create = () =>
      open.store.db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('account')
          .set((columns) => ({ id: columns.ref('id') }))
          .where('id', '=', accountId)
          .execute();
        const { count } = await transaction
          .selectFrom('endpoint')
          .select((columns) => columns.fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= limit) return false;
        await transaction
          .insertInto('endpoint')
          .values({
            account_id: accountId,
            token: `limited-${process.hrtime.bigint()}`,
            badge_name: null,
            created_at: 1,
          })
          .execute();
        return true;
      });
    const created = await Promise.all(Array.from({ length: 20 }, create));
    expect(created.filter(Boolean)).toHaveLength(limit);
  });

  test('stores captures before and after a transaction, whole and in order', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const sibling = await addEndpoint(open.store, accountId);
    const appended: Promise<number[]>[] = [];
    await open.store.db.transaction().execute(async (transaction) => {
      appended.push(appendMany(open.store, endpointId, 50));
      await transaction.deleteFrom('endpoint').where('id', '=', sibling).execute();
      appended.push(appendMany(open.store, endpointId, 50));
      await transaction.selectFrom('endpoint').selectAll().execute();
    });
    const ids = (await Promise.all(appended)).flat();
    expect(await allIds(open.store, { accountId })).toEqual(ids);
  });
});

describe('checkWritable', () => {
  test('resolves while the store takes writes, however often it is asked', async () => {
    await Promise.all(Array.from({ length: 50 }, () => open.store.checkWritable()));
  });
});

describe('close', () => {
  test('answers what was accepted before', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const appended = appendMany(open.store, endpointId, 700);
    await open.reopen();
    expect(await allIds(open.store, { accountId })).toEqual(await appended);
  });
});
