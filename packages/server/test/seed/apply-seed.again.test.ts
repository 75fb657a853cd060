import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSecret } from '../../src/keys/public.ts';
import { setPlan } from '../../src/operator/accounts.ts';
import { applySeed, applySeedFile } from '../../src/seed/apply-seed.ts';
import { readSeed, type SeedAccount } from '../../src/seed/read-seed.ts';
import { forFile } from '../kept-for.ts';
import { noSecrets } from '../no-secrets.ts';
import { send, startAccount, startServer, Visitor } from '../start-server.ts';

const server = forFile(await startServer());
const { store, secrets, config, clock } = server;
const parts = { db: store.db, secrets, config, clock };

let seeds = 0;

/** An account of its own with a key and an endpoint, in the form of a seed file. */
function description(more: object = {}, endpoint: object = {}) {
  seeds += 1;
  return {
    email: `seed-${seeds}@example.com`,
    plan: 'plus',
    keys: [{ name: 'pipeline', secret: createSecret() }],
    endpoints: [{ name: 'Shop', token: `seed${seeds}`.padEnd(30, 'x'), ...endpoint }],
    ...more,
  };
}

function read(...accounts: object[]): SeedAccount[] {
  return readSeed(JSON.stringify({ accounts }), {});
}

async function rows() {
  const { db } = server.store;
  return await Promise.all([
    db.selectFrom('account').selectAll().orderBy('id').execute(),
    db.selectFrom('api_key').selectAll().orderBy('id').execute(),
    db.selectFrom('endpoint').selectAll().orderBy('id').execute(),
    db.selectFrom('endpoint_settings').selectAll().orderBy('endpoint_id').execute(),
    db.selectFrom('payment_event').selectAll().orderBy('id').execute(),
  ]);
}

describe('a seed', () => {
  test('makes an account with a key that works and an endpoint with a known address', async () => {
    const seed = description({}, { settings: { delivery: 'one' } });
    await applySeed(parts, read(seed));
    const program = new Visitor(server, { key: seed.keys[0]?.secret ?? '' });
    const token = seed.endpoints[0]?.token ?? '';
    expect(await program.ask(200, 'GET', '/api/auth/me')).toMatchObject({
      email: seed.email,
      plan: 'plus',
    });
    expect(await program.ask(200, 'GET', '/api/endpoints')).toMatchObject([
      { token, badgeName: 'Shop' },
    ]);
    const { id } = await send(server, token, { method: 'POST', body: 'hello' });
    expect(await program.ask(200, 'GET', `/api/requests/endpoint/${token}`)).toMatchObject([
      { id },
    ]);
    const [settings] = (await rows())[3].slice(-1);
    expect(settings).toMatchObject({
      version: 1,
      counted_since: 1,
      document: '{"delivery":"one"}',
    });
  });

  test('changes nothing the second time', async () => {
    const verify = { scheme: 'github', secrets: ['first-secret-k3f9', 'short'] };
    const settings = { delivery: 'one', verify };
    const seed = read(description({}, { settings }), description());
    await applySeed(parts, seed);
    const before = await rows();
    expect(before[3].at(-1)?.document).not.toContain('first');
    await applySeed({ ...parts, clock: () => Date.now() + 60_000 }, seed);
    expect(await rows()).toEqual(before);
  });

  test('brings plan, names and settings up to date, and leaves the rest alone', async () => {
    const seed = description({}, { settings: { replies: [{ plan: ['500', '200'] }] } });
    await applySeed(parts, read(seed));
    const [endpoint] = seed.endpoints;
    const [key] = seed.keys;
    const program = new Visitor(server, { key: key?.secret ?? '' });
    await program.endpoint();
    const changed = {
      ...seed,
      plan: 'enterprise',
      keys: [{ ...key, name: 'deploy' }],
      endpoints: [{ ...endpoint, name: 'Orders', settings: { replies: [{ plan: ['503'] }] } }],
    };
    await applySeed(parts, read(changed));
    expect(await program.ask(200, 'GET', '/api/auth/me')).toMatchObject({ plan: 'enterprise' });
    expect((await rows())[1].at(-1)).toMatchObject({ name: 'deploy' });
    const listed = await program.ask(200, 'GET', '/api/endpoints');
    expect(listed).toMatchObject([{ badgeName: 'Orders' }, {}]);
    const settingsOf = async () => {
      const [, , , settings] = await rows();
      return settings.find(({ endpoint_id }) => endpoint_id === listed[0].id);
    };
    expect(await settingsOf()).toMatchObject({ version: 2, counted_since: 2 });
    // A file that says nothing about settings leaves them, and empty ones remove them.
    await applySeed(
      parts,
      read({ ...changed, endpoints: [{ name: 'Orders', token: endpoint?.token }] }),
    );
    expect(await settingsOf()).toMatchObject({ version: 2 });
    const none = { ...endpoint, name: 'Orders', settings: {} };
    await applySeed(parts, read({ ...changed, endpoints: [none] }));
    expect(await settingsOf()).toBeUndefined();
  });

  test('leaves the plan of an account alone if it names none', async () => {
    const { plan: _plan, ...seed } = description({ keys: [] });
    await applySeed(parts, read(seed));
    await setPlan(parts, seed.email, 'enterprise');
    await applySeed(parts, read(seed));
    const [accounts] = await rows();
    expect(accounts.find(({ email }) => email === seed.email)?.plan).toBe('enterprise');
  });

  test.each([
    ['another account has the token', 'endpoints[0]', 'This token belongs to another account'],
    ['another account has the key', 'keys[0]', 'This key belongs to another account'],
    ['the plan allows no keys', 'keys[0]', 'API use requires'],
    ['the plan allows no more endpoints', 'endpoints[25]', 'URL limit reached'],
  ])('makes nothing at all if %s', async (reason, place, sentence) => {
    const other = description();
    await applySeed(parts, read(other));
    const refused = description();
    if (reason.includes('token')) refused.endpoints = other.endpoints;
    if (reason.includes('the key')) refused.keys = other.keys;
    if (reason.includes('no keys')) refused.plan = 'free';
    if (reason.includes('no more')) {
      const many = Array.from({ length: 26 }, (_, index) => index);
      refused.endpoints = many.map((index) => ({
        name: `Shop ${index}`,
        token: `many${seeds}n${index}`.padEnd(26, 'x'),
      }));
    }
    const before = await rows();
    const applying = applySeed(parts, read(description(), refused));
    await expect(applying).rejects.toThrow(`accounts[1].${place}: ${sentence}`);
    expect(await rows()).toEqual(before);
  });

  describe('goes on, and says what is left,', () => {
    const leftOf = async (...accounts: object[]) =>
      (await applySeed(parts, read(...accounts))).map(({ message }) => message);
    const programOf = ({ keys: [key] }: ReturnType<typeof description>) =>
      new Visitor(server, { key: key?.secret ?? '' });

    test.each([true, false])(
      'where the account has filled its plan; it is named: %s',
      async (isNamed) => {
        const { plan, ...seed } = description({}, { settings: { delivery: 'one' } });
        await applySeed(parts, read({ ...seed, plan }));
        const program = programOf({ ...seed, plan });
        const token = seed.endpoints[0]?.token ?? '';
        await program.ask(204, 'DELETE', `/api/endpoints/${token}`);
        const { endpoints } = server.config.plans.plus;
        for (let count = 0; count < endpoints; count += 1) await program.endpoint();
        const other = description();
        expect(await leftOf(isNamed ? { ...seed, plan } : seed, other)).toEqual([
          'accounts[0].endpoints[0]: URL limit reached for your plan',
        ]);
        expect(await program.ask(200, 'GET', '/api/endpoints')).toHaveLength(endpoints);
        expect(await programOf(other).ask(200, 'GET', '/api/endpoints')).toHaveLength(1);
      },
    );

    test('where it has all the keys that an account may have', async () => {
      const own = Array.from({ length: 20 }, () => ({ name: 'own', secret: createSecret() }));
      const seed = description();
      await applySeed(parts, read({ ...seed, keys: own }));
      expect(await leftOf(seed)).toEqual([
        'accounts[0].keys[0]: An account can have at most 20 API keys',
      ]);
    });

    test('where a payment that ended took its plan', async () => {
      const seed = description();
      await applySeed(parts, read({ ...seed, keys: [] }));
      await server.store.db
        .updateTable('account')
        .set({ status: 'canceled' })
        .where('email', '=', seed.email)
        .execute();
      expect(await leftOf(seed)).toEqual([expect.stringContaining('accounts[0].keys[0]: API use')]);
    });

    test('where it has replaced the secret that the file has a hint of', async () => {
      const verify = { scheme: 'github', secrets: ['the-first-secret-k3f9'] };
      const seed = description({}, { settings: { verify } });
      await applySeed(parts, read(seed));
      const hinted = { ...verify, secrets: [{ hint: '…k3f9' }] };
      const [endpoint] = seed.endpoints;
      const again = { ...seed, endpoints: [{ ...endpoint, settings: { verify: hinted } }] };
      expect(await leftOf(again)).toEqual([]);
      const path = `/api/endpoints/${endpoint?.token}/settings`;
      const replaced = { ...verify, secrets: ['another-secret-aaaa'] };
      await programOf(seed).ask(200, 'PUT', path, { verify: replaced });
      expect(await leftOf(again)).toEqual([
        expect.stringContaining('accounts[0].endpoints[0]: verify.secrets[0]: there is no kept'),
      ]);
    });
  });

  test('names the endpoint whose secrets cannot be kept', async () => {
    const settings = { verify: { scheme: 'github', secrets: ['a-secret'] } };
    const applying = applySeed(
      { ...parts, secrets: noSecrets },
      read(description({}, { settings })),
    );
    await expect(applying).rejects.toThrow(
      'accounts[0].endpoints[0]: This service cannot keep secrets: its operator has to set HOOKWELL_SECRETS_KEY',
    );
  });

  test('leaves an endpoint that its account has moved elsewhere, and says so', async () => {
    const seed = description({ keys: [] });
    await applySeed(parts, read(seed));
    const [endpoint] = seed.endpoints;
    const other = await startAccount(server);
    await server.store.db
      .updateTable('endpoint')
      .set({ account_id: other.id, moved_at: 1 })
      .where('token', '=', endpoint?.token ?? '')
      .execute();
    const left = await applySeed(parts, read(seed));
    expect(left.map(({ message }) => message)).toEqual([
      'accounts[0].endpoints[0]: This endpoint was moved to another account',
    ]);
  });

  test('does not take the endpoint of a guest or of another user', async () => {
    const visitor = await startAccount(server);
    const token = await visitor.endpoint();
    const applying = applySeed(parts, read(description({}, { token })));
    await expect(applying).rejects.toThrow('This token belongs to another account');
  });

  test('is made once by nodes that start at once', async () => {
    const seed = read(description({}, { settings: { delivery: 'one' } }), description());
    await Promise.all([applySeed(parts, seed), applySeed(parts, seed), applySeed(parts, seed)]);
    const [accounts, keys, endpoints] = await rows();
    for (const { email, keys: own, endpoints: places } of seed) {
      const account = accounts.filter((row) => row.email === email);
      expect(account).toHaveLength(1);
      const ofAccount = (row: { account_id: number }) => row.account_id === account[0]?.id;
      expect(keys.filter(ofAccount)).toHaveLength(own.length);
      expect(endpoints.filter(ofAccount)).toHaveLength(places.length);
      expect(endpoints.filter(ofAccount)[0]?.settings_version).toBe(
        places[0]?.settings === undefined ? 0 : 1,
      );
    }
  });
});

describe('a seed file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-seed-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const pipe = join(folder, 'pipe');
  const large = join(folder, 'large.yaml');
  beforeAll(() => {
    execFileSync('mkfifo', [pipe]);
    writeFileSync(large, Buffer.alloc(48 * 1024 * 1024 + 1, 'a'));
  });

  test.each([
    ['a device without an end', '/dev/full', 'is no regular file'],
    ['a pipe that nobody writes to', pipe, 'is no regular file'],
    ['a folder', folder, 'is no regular file'],
    ['too large', large, 'has more than 50331648 bytes'],
  ])('that is %s is refused by its name', async (_what, file, reason) => {
    const applying = applySeedFile(file, {}, { ...parts, log: { warn: () => undefined } });
    await expect(applying).rejects.toThrow(
      `HOOKWELL_SEED_FILE must be a file that can be read: ${file} ${reason}`,
    );
  });
});
