import { expect, test } from 'vitest';
import { sqliteDatabase } from './sqlite-database.ts';
import { addAccountWithEndpoint, newCapture } from './store-rows.ts';

test('captures go ahead of transactions that wait, and these go on between two groups', async () => {
  const database = await sqliteDatabase();
  const store = await database.open();
  try {
    const { endpointId } = await addAccountWithEndpoint(store);
    const done: string[] = [];
    const first = await store.db.startTransaction().execute();
    const waiting = ['second', 'third'].map((name) =>
      store.db.transaction().execute(async () => {
        done.push(name);
      }),
    );
    const captured = store.captures.append(newCapture(endpointId)).then(() => done.push('capture'));
    // A turn of the event loop sends the group; the answer to this statement comes behind it.
    await new Promise((resolve) => setImmediate(resolve));
    await first.selectFrom('endpoint').select('id').execute();
    expect(done).toEqual([]);
    await first.commit().execute();
    await Promise.all([captured, ...waiting]);
    expect(done).toEqual(['capture', 'second', 'third']);
  } finally {
    await store.close();
    await database.remove();
  }
});
