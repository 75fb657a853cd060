import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeliveryFilter } from '../../src/capture-log/sqlite/delivery-filter.ts';
import { Connection } from '../../src/database/sqlite/connection.ts';
import { migrate } from '../../src/database/sqlite/schema/migrate.ts';

let connection: Connection;

beforeEach(() => {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  connection = new Connection(database);
});

afterEach(() => connection.close());

function names(count: number): string[] {
  const bytes = randomBytes(16 * count);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(16 * index, 16 * (index + 1)).toString('base64url'),
  );
}

function put(delivery: string, endpointId: number): void {
  connection.run('insert into delivery values (?, ?, 1, 1, 1)', endpointId, delivery);
}

function mayHaveOf(filter: DeliveryFilter, deliveries: readonly string[]): number {
  return deliveries.filter((delivery) => filter.mayHave(delivery)).length;
}

test('it knows all names of the table once it has read it, and those that are written meanwhile', () => {
  const [known, unknown, later] = [names(60), names(1000), names(30)];
  for (const [index, delivery] of known.entries()) put(delivery, 1 + (index % 3));
  const filter = new DeliveryFilter(connection, 7);
  const steps = known.length / 7;
  for (let step = 0; step < steps - 1; step += 1) {
    filter.readSome();
    expect(mayHaveOf(filter, unknown)).toBe(unknown.length);
    const written = later[step] ?? '';
    // Before and after all that was read.
    put(written, step % 2 === 0 ? 0 : 9);
    filter.add(written);
  }
  for (let step = 0; step < steps + later.length; step += 1) filter.readSome();
  expect(mayHaveOf(filter, known)).toBe(known.length);
  expect(mayHaveOf(filter, later.slice(0, 8))).toBe(8);
  expect(mayHaveOf(filter, unknown)).toBeLessThan(10);
});

test('names whose rows are gone are forgotten once many were added', () => {
  const [known, gone] = [names(20), names(80)];
  for (const delivery of known) put(delivery, 1);
  const filter = new DeliveryFilter(connection, 6, 100);
  const read = () => {
    for (let step = 0; step < 4; step += 1) filter.readSome();
  };
  read();
  for (const delivery of gone.slice(1)) filter.add(delivery);
  filter.readSome();
  expect(mayHaveOf(filter, gone)).toBe(79);
  for (const delivery of gone.slice(0, 1)) filter.add(delivery);
  filter.readSome();
  expect(mayHaveOf(filter, gone)).toBe(80);
  expect(filter.mayHave(names(1)[0] ?? '')).toBe(true);
  read();
  expect(mayHaveOf(filter, gone)).toBe(0);
  expect(mayHaveOf(filter, known)).toBe(known.length);
});

test('of names that are not in a large table it takes few to be there', () => {
  const filter = new DeliveryFilter(connection);
  for (const delivery of names(200_000)) filter.add(delivery);
  filter.readSome();
  expect(mayHaveOf(filter, names(10_000))).toBeLessThan(100);
});
