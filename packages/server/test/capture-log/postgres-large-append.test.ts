import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NewCapture } from '../../src/capture-log/captures.ts';
import type { Store } from '../../src/store/store.ts';
import { eventually } from '../eventually.ts';
import { connect, query } from '../postgres/connect.ts';
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

async function expectNoPlaceholders(): Promise<void> {
  expect(await rows('select id from captured_request where id <= 0')).toEqual([]);
}

test('small captures do not wait for a large one, and all are announced in the order of their ids', async () => {
  await using holder = await connect(database.url);
  await holder.query('select pg_advisory_lock(1)');
  await beforeLarge('perform pg_advisory_xact_lock_shared(1)');
  const announced: number[] = [];
  const elsewhere: number[] = [];
  store.captures.onCommitted(
    (group) => {
      announced.push(group.through);
      elsewhere.push(...group.elsewhere.map((one) => one.endpointId));
    },
    () => true,
  );
  const waiting = store.captures.append(large());
  await eventually(
    async () =>
      (await rows("select from pg_locks where locktype = 'advisory' and not granted")).length,
  );
  const small = stored([
    await store.captures.append(newCapture(endpointId)),
    await store.captures.append(newCapture(endpointId)),
  ]);
  expect(await allIds(store, { accountId })).toEqual(small);
  await holder.query('select pg_advisory_unlock(1)');
  const [id = 0] = stored([await waiting]);
  expect(id).toBeGreaterThan(small[1] ?? 0);
  expect(announced).toEqual([...small, id]);
  expect(await allIds(store, { accountId })).toEqual(announced);
  await expectExactCounters(store, accountId);
});

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
  await expectNoPlaceholders();
});

test('the body is written once: taking its id leaves it where it is', async () => {
  const bytes = 4_000_000;
  stored([await store.captures.append(large(bytes))]);
  const [size] = await rows(
    `select pg_relation_size(reltoastrelid) as bytes from pg_class where relname = 'captured_request'`,
  );
  expect(Number(size?.bytes)).toBeGreaterThan(bytes);
  expect(Number(size?.bytes)).toBeLessThan(1.5 * bytes);
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
    await expectNoPlaceholders();
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

test('a pipelined capture keeps its place, also if the group before it is tried again', async () => {
  await rows(`create sequence attempts;
    create function run_into() returns trigger language plpgsql as $$ begin
      if new.dropped_headers = 7 and nextval('attempts') = 1 then
        raise exception 'ran into another one' using errcode = 'serialization_failure';
      end if;
      return new;
    end $$;
    create trigger run_into before insert on captured_request for each row execute function run_into();`);
  await using holder = await connect(database.url);
  await holder.query(`begin; select from endpoint where id = ${endpointId} for update`);
  const first = store.captures.append(newCapture(endpointId, { droppedHeaders: 7 }));
  await eventually(async () => (await rows('select from pg_locks where not granted')).length);
  // Enough captures for a second group beside the first.
  const others = Array.from({ length: 20 }, () =>
    store.captures.append(newCapture(endpointId, { isPipelined: true })),
  );
  await new Promise((resolve) => setImmediate(resolve));
  await holder.query('rollback');
  const ids = stored(await Promise.all([first, ...others]));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(await rows('select last_value::int from attempts')).toEqual([{ last_value: 2 }]);
});
