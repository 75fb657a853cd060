import { expect, test } from 'vitest';
import { type ChangingCaller, changingFor } from '../../src/database/caller-rows.ts';
import { CallerEnded } from '../../src/database/errors.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { withStore } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

const opened = withStore();

/** An account with a capture, a session of it, and a team in which it is a member. */
async function startMember() {
  const { db, captures } = opened.store;
  const own = await addAccountWithEndpoint(opened.store);
  const team = await addAccountWithEndpoint(opened.store);
  const times = { created_at: 1, renewed_at: 1, expires_at: Date.now() + 60_000 };
  const { id } = await db
    .insertInto('session')
    .values({ token_hash: 'hash', account_id: own.accountId, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const names = { team_id: team.accountId, account_id: own.accountId };
  await db
    .insertInto('member')
    .values({ ...names, role: 'member', joined_at: 1 })
    .execute();
  const stored = await captures.append(newCapture(team.endpointId));
  const caller: ChangingCaller = {
    credential: { kind: 'session', id },
    membership: { teamId: team.accountId, accountId: own.accountId, least: 'member' },
  };
  return { team, caller, names, captureId: stored?.id ?? 0 };
}

/** Asks for a change in the name of a caller. */
function changed<Result>(caller: ChangingCaller, change: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    changingFor(opened.store.db, caller, () => void change().then(resolve, reject));
  });
}

test.each(['credential', 'membership', 'role'])(
  'nothing is committed for a caller without its %s',
  async (what) => {
    const { db, captures } = opened.store;
    const { team, caller, names, captureId } = await startMember();
    const rename = () =>
      inTransaction(db, (transaction) =>
        transaction
          .updateTable('endpoint')
          .set({ badge_name: 'changed' })
          .where('id', '=', team.endpointId)
          .executeTakeFirst(),
      );
    const scope = { accountId: team.accountId };
    if (what === 'credential') await db.deleteFrom('session').execute();
    else if (what === 'membership') await db.deleteFrom('member').execute();
    else {
      const lower = db.updateTable('member').set({ role: 'viewer' });
      await lower.where('account_id', '=', names.account_id).execute();
    }
    for (const change of [
      rename,
      () => captures.removeOne(team.accountId, captureId),
      () => captures.clear(scope),
    ])
      await expect(changed<unknown>(caller, change)).rejects.toThrow(CallerEnded);
    const endpoint = db.selectFrom('endpoint').select('badge_name');
    expect(await endpoint.where('id', '=', team.endpointId).execute()).toEqual([
      { badge_name: null },
    ]);
    expect(await captures.readOne(team.accountId, captureId, 0)).toBeDefined();
  },
);

test('as long as the caller may, changes are made', async () => {
  const { captures } = opened.store;
  const { team, caller, captureId } = await startMember();
  expect(await changed(caller, () => captures.removeOne(team.accountId, captureId))).toBe(true);
  await changed(caller, () => captures.clear({ accountId: team.accountId }));
});
