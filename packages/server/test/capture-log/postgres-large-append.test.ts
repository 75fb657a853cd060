import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NewCapture } from '../../src/capture-log/captures.ts';
import type { Store } from '../../src/store/store.ts';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { type PostgresTestDatabase, postgresDatabase } from '../store/postgres-database.ts';
import { allIds, expectExactCounters, stored } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, deleteEndpoint, newCapture } from '../store/store-rows.ts';

let database: PostgresTestDatabase;
let store: Store;
let accountId: number;
let endpointId: number;
beforeEach(async () => {
  database = await postgresDatabase();
  store = await database.open();
  ({ accountId, endpointId } = await addAccountWithEndpoint(store));
});
afterEach(async () => {
  await store.close();
  await database.remove();
});

const large = (bytes = 1_000_000): NewCapture =>
  newCapture(endpointId, { body: randomBytes(bytes) });

const rows = (text: string) => query(database.url, text);

/** Makes inserts of large captures call the function, for each row. */
async function beforeLarge(work: string): Promise<void> {
  await rows(`create function before_large() returns trigger language plpgsql
      as $$ begin ${work}; return new; end $$;
    create trigger before_large before insert on captured_request for each row
      when (octet_length(new.body) > 300000) execute function before_large();`);
}

test('large captures between small ones are stored as they came, and announced in order', async () => {
  const other = await addAccountWithEndpoint(store);
  const announced: number[] = [];
  store.captures.onCommitted(({ captures }) => announced.push(...captures.map(({ id }) => id)));
  const captures = Array.from({ length: 60 }, (_, index) => {
    const body = randomBytes(index % 6 === 0 ? 300_000 + index * 10_000 : index);
    return newCapture(index % 2 === 0 ? endpointId : other.endpointId, {
      body,
      target: `/${index}`,
    });
  });
  const pieces = randomBytes(500_000);
  captures.push({
    ...large(500_000),
    body: [pieces.subarray(0, 1), pieces.subarray(1, 70_000), pieces.subarray(70_000)],
  });
  const ids = stored(await Promise.all(captures.map((each) => store.captures.append(each))));
  expect(new Set(ids).size).toBe(captures.length);
  for (const [index, capture] of captures.entries()) {
    const { endpointId: endpoint, body, bodySize: _, settingsVersion: _version, ...rest } = capture;
    const owner = endpoint === endpointId ? accountId : other.accountId;
    const found = await store.captures.readOne(owner, ids[index] ?? 0);
    expect(found).toMatchObject({ endpointId: endpoint, ...rest });
    expect(Buffer.concat(body).equals(found?.body ?? Buffer.from('none'))).toBe(true);
  }
  expect(announced).toEqual([...announced].sort((a, b) => a - b));
  for (const owner of [accountId, other.accountId]) await expectExactCounters(store, owner);
});

describe('a capture that cannot be stored', () => {
  test('for an endpoint that is gone is told so, and leaves nothing; those beside it are stored', async () => {
    const gone = await addAccountWithEndpoint(store);
    await deleteEndpoint(store, gone.endpointId);
    const orphan = { ...large(), endpointId: gone.endpointId };
    const [first, none, last] = await Promise.all([
      store.captures.append(large()),
      store.captures.append(orphan),
      store.captures.append(large()),
    ]);
    expect(none).toBeUndefined();
    expect(await allIds(store, { accountId })).toEqual(stored([first, last]));
    expect(await store.captures.append(orphan)).toBeUndefined();
    expect(await rows('select count(*)::int as n from captured_request')).toEqual([{ n: 2 }]);
    await expectExactCounters(store, accountId);
  });

  test('because the connection was lost is refused, and the next one is stored', async () => {
    await beforeLarge(
      `if new.dropped_headers = 7 then perform pg_terminate_backend(pg_backend_pid()); end if`,
    );
    const cut = store.captures.append({ ...large(), droppedHeaders: 7 });
    await expect(cut).rejects.toThrow('PostgreSQL');
    const appended = await eventually(
      () => store.captures.append(large()).catch(() => undefined),
      (found) => found !== undefined,
    );
    expect(await allIds(store, { accountId })).toEqual(stored([appended]));
    await expectExactCounters(store, accountId);
  });

  test('because the server would not have it is refused alone', async () => {
    await beforeLarge(`if new.dropped_headers = 7 then
      raise exception 'could not extend file' using errcode = 'disk_full'; end if`);
    const refused = store.captures.append({ ...large(6_000_000), droppedHeaders: 7 });
    const taken = store.captures.append(large(6_000_000));
    await expect(refused).rejects.toThrow('could not extend file');
    const ids = stored([await taken]);
    expect(await allIds(store, { accountId })).toEqual(ids);
  });

  test('because it ran into another transaction is tried again', async () => {
    await rows('create sequence attempts');
    await beforeLarge(`if nextval('attempts') = 1 then
      raise exception 'ran into another one' using errcode = 'serialization_failure'; end if`);
    const id = await store.captures.append(large());
    expect(await allIds(store, { accountId })).toEqual(stored([id]));
    expect(await rows('select last_value::int from attempts')).toEqual([{ last_value: 2 }]);
  });
});
