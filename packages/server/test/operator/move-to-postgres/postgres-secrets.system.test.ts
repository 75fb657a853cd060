import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateStore } from '../../../src/operator/move-to-postgres/migrate-store.ts';
import { query } from '../../postgres/connect.ts';
import { startGuest, startServer, Visitor } from '../../start-server.ts';
import { type SqliteTestDatabase, sqliteDatabase } from '../../store/sqlite-database.ts';
import { emptyTarget, type Target } from './migrated.ts';

let source: SqliteTestDatabase;
let target: Target;
let guest: Visitor;
let path: string;

const secrets = ['first-secret-k3f9', 'second-secret-9xyz'];
const document = { verify: { scheme: 'github', secrets: [{ hint: '…k3f9' }, { hint: '…9xyz' }] } };
const secretsKey = randomBytes(32);
const secretsKeys = [secretsKey];
const keyFile = () => `${source.file}.secrets-key`;

beforeEach(async () => {
  source = await sqliteDatabase();
  target = await emptyTarget();
  await using server = await startServer({ databaseUrl: source.url });
  guest = await startGuest(server);
  path = `/api/endpoints/${await guest.endpoint()}/settings`;
  await guest.ask(200, 'PUT', path, { verify: { scheme: 'github', secrets } });
});

afterEach(async () => {
  await target[Symbol.asyncDispose]();
  await source.remove();
});

async function expectSecrets(key: Buffer): Promise<void> {
  const environment = { HOOKWELL_SECRETS_KEY: key.toString('base64') };
  await using server = await startServer({ databaseUrl: target.url, environment });
  const visitor = new Visitor(server, { cookie: guest.cookie ?? '' });
  expect(await visitor.ask(200, 'GET', path)).toEqual(document);
  expect(await visitor.ask(200, 'PUT', path, document)).toEqual(document);
  const row = await server.store.db
    .selectFrom('endpoint_settings')
    .select(['endpoint_id', 'secrets'])
    .executeTakeFirstOrThrow();
  const kept = await server.secrets.open(row.endpoint_id, row.secrets ?? '');
  expect(kept).toEqual({ secrets, former: [] });
}

test('secrets under a key file move to the key of the setting', async () => {
  await migrateStore({ from: source.url, to: target.url, secretsKeys });
  await expectSecrets(secretsKey);
});

test('without a key nothing is copied', async () => {
  const { from, to } = { from: source.url, to: target.url };
  await expect(migrateStore({ from, to })).rejects.toThrow(
    /the secrets of 1 endpoint need a key: set HOOKWELL_SECRETS_KEY/,
  );
  rmSync(keyFile());
  await expect(migrateStore({ from, to, secretsKeys })).rejects.toThrow(
    `the secrets of 1 endpoint cannot be opened. Add the key that they had to HOOKWELL_SECRETS_KEY, or put it into ${keyFile()}`,
  );
  expect(await query(to, `select to_regclass('endpoint')::text as found`)).toEqual([
    { found: null },
  ]);
});
