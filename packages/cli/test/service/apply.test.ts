// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the form of references to the environment
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { runInProcess } from '../in-process.ts';

let workplace: KeyWorkplace;
const folder = mkdtempSync(join(tmpdir(), 'hookwell-apply-'));
const server = forFile(await startServer());
afterAll(() => {
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  workplace = await KeyWorkplace.on(server);
});
afterEach(() => workplace[Symbol.asyncDispose]());

function apply(text: string, words: readonly string[] = [], more: Record<string, string> = {}) {
  const file = join(folder, `${crypto.randomUUID()}.yaml`);
  writeFileSync(file, text);
  return runInProcess(['apply', file, ...words], { ...workplace.environment, ...more });
}

async function applied(text: string, words: readonly string[] = []) {
  const { out } = await apply(text, ['--json', ...words]);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const shop = 'endpoints: [{ name: Shop orders, settings: { replies: [{ status: 202 }] } }]';

describe('apply', () => {
  test('makes what is missing, and changes nothing the second time', async () => {
    const [made] = await applied(shop);
    expect(made).toMatchObject({
      name: 'Shop orders',
      change: 'created',
      url: `${server.url}/wh/${made.token}`,
    });
    expect((await fetch(made.url, { method: 'POST' })).status).toBe(202);
    expect(await applied(shop)).toEqual([{ ...made, change: 'unchanged' }]);
    const settings = `/api/endpoints/${made.token}/settings`;
    expect(await workplace.visitor.ask(200, 'GET', settings)).toEqual({
      replies: [{ status: 202 }],
    });
    expect(await workplace.visitor.ask(200, 'GET', '/api/endpoints')).toHaveLength(1);
  });

  test('brings settings up to date, leaves those that it does not name, and removes empty ones', async () => {
    const [made] = await applied(shop);
    const settings = `/api/endpoints/${made.token}/settings`;
    expect(await applied(shop.replace('202', '204'))).toMatchObject([{ change: 'updated' }]);
    expect(await workplace.visitor.ask(200, 'GET', settings)).toEqual({
      replies: [{ status: 204 }],
    });
    expect(await applied('endpoints: [{ name: Shop orders }]')).toMatchObject([
      { change: 'unchanged' },
    ]);
    const none = 'endpoints: [{ name: Shop orders, settings: {} }]';
    expect(await applied(none)).toMatchObject([{ change: 'updated' }]);
    expect(await applied(none)).toMatchObject([{ change: 'unchanged' }]);
    expect(await workplace.visitor.ask(200, 'GET', settings)).toEqual({});
  });

  test('keeps the secrets of the file, tells rotated ones, and shows none', async () => {
    const text =
      'endpoints: [{ name: Paid, settings: { verify: { scheme: github, secrets: ["${NEW}", "${SHORT}"] } } }]';
    const secrets = { NEW: 'a-long-secret-k3f9', SHORT: 'short' };
    const outputs: string[] = [];
    const change = async (more: Partial<typeof secrets> = {}, words = ['--json']) => {
      const { out, notes } = await apply(text, words, { ...secrets, ...more });
      outputs.push(out, ...notes);
      return /created|updated|unchanged/.exec(out)?.[0];
    };
    expect(await change()).toBe('created');
    expect(await change()).toBe('unchanged');
    expect(await change({}, [])).toBe('unchanged');
    const { db } = server.store;
    const row = () =>
      db
        .selectFrom('endpoint_settings')
        .select(['version', 'secrets', 'document'])
        .orderBy('endpoint_id', 'desc')
        .executeTakeFirstOrThrow();
    const before = await row();
    expect(before.version).toBe(1);
    expect(await change({ NEW: 'another-secret-9xyz' })).toBe('updated');
    // Its hint is the same, so that only the service sees the change, and the version tells it.
    const other = { NEW: 'another-secret-9xyz', SHORT: 'other' };
    expect(await change(other)).toBe('updated');
    expect((await row()).version).toBe(3);
    expect(await change(other)).toBe('unchanged');
    expect(await change(secrets, ['--dry-run'])).toBe('updated');
    expect(outputs.slice(-3)).toEqual([
      '  ~ verify.secrets[0]: a new value, which is not shown',
      'Paid: a secret with the hint of the one before is compared by the service once it gets it',
      'Nothing was changed',
    ]);
    expect((await row()).version).toBe(3);
    await expect(change({ SHORT: '' })).rejects.toThrow(
      'endpoints[0].settings.verify.secrets[1]: a secret has 1 to 4096 characters',
    );
    const shown = outputs.join();
    for (const secret of ['a-long', 'another', 'short', 'other'])
      expect(shown).not.toContain(secret);
  });

  test('tells what changes in the settings, and with --dry-run what would', async () => {
    const text = (replies: string) =>
      `endpoints: [{ name: Shop orders, settings: ${replies} }, { name: Mail }]`;
    const first = text('{ replies: [{ status: 202 }, { body: "${BODY}" }] }');
    const environment = { BODY: 'of-the-environment' };
    const dry = await apply(first, ['--dry-run'], environment);
    expect(dry.out).toMatch(/^Shop orders +created +-\nMail +created +-$/m);
    expect(dry.notes).toEqual(['Nothing was changed']);
    expect(await workplace.visitor.ask(200, 'GET', '/api/endpoints')).toEqual([]);
    await apply(first, [], environment);

    const second = text('{ replies: [{ status: 204 }, { body: "${BODY}" }], delivery: one }');
    const differences = [
      'Shop orders:',
      '  ~ replies[0].status: 202 -> 204',
      '  ~ replies[1].body: a new value, which is not shown',
      '  + delivery: "one"',
    ];
    const changed = { BODY: 'another-one' };
    const expected = await apply(second, ['--dry-run'], changed);
    expect(expected.notes).toEqual([...differences, 'Nothing was changed']);
    expect(expected.out).toMatch(/^Shop orders +updated +http/m);
    const { out } = await apply(second, ['--json', '--dry-run'], changed);
    expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject({
      change: 'updated',
      differences: [
        { path: 'replies[0].status', before: 202, after: 204 },
        { path: 'replies[1].body' },
        { path: 'delivery', after: 'one' },
      ],
    });
    expect((await apply(second, [], changed)).notes).toEqual(differences);
    expect((await apply(second, [], changed)).notes).toEqual([]);
    const pruned = await apply('endpoints: []', ['--prune', '--dry-run']);
    expect(pruned.out).toMatch(/^Shop orders +removed +http\S+\nMail +removed/m);
    expect(await workplace.visitor.ask(200, 'GET', '/api/endpoints')).toHaveLength(2);
    await expect(apply(second, ['--dry-run', '--env'])).rejects.toThrow('exclude each other');
  });

  test('prints a table for people, and variables for scripts', async () => {
    const two = 'endpoints: [{ name: Shop orders }, { name: 2nd shop }]';
    const table = (await apply(two)).out.split('\n');
    expect(table[0]).toMatch(/^NAME +CHANGE +URL$/);
    expect(table[1]).toMatch(/^Shop orders +created +http:.*\/wh\/[a-z0-9]{26}$/);
    const { out } = await apply(two, ['--env']);
    expect(out).toMatch(/^SHOP_ORDERS_URL=http:\S+\n_2ND_SHOP_URL=http:\S+\n$/);
    const clash = 'endpoints: [{ name: Shop orders }, { name: shop-orders }]';
    await expect(apply(clash, ['--env'])).rejects.toThrow(
      'endpoints[1].name: its variable SHOP_ORDERS_URL is also that of endpoints[0]',
    );
  });

  test('takes values of the environment', async () => {
    const text = 'endpoints: [{ name: "${STAGE} shop" }]';
    await apply(text, [], { STAGE: 'Test' });
    expect(await workplace.visitor.ask(200, 'GET', '/api/endpoints')).toMatchObject([
      { badgeName: 'Test shop' },
    ]);
    await expect(apply(text)).rejects.toThrow(
      'endpoints[0].name: the environment variable STAGE is not set',
    );
  });

  test('removes what the file does not name with --prune alone, and asks before', async () => {
    await applied('endpoints: [{ name: Old }, { name: Shop orders }]');
    expect(await applied(shop)).toHaveLength(1);
    expect(await workplace.visitor.ask(200, 'GET', '/api/endpoints')).toHaveLength(2);
    await expect(apply(shop, ['--prune'])).rejects.toThrow('Option --yes is missing');
    const pruned = await applied(shop, ['--prune', '--yes']);
    expect(pruned.map(({ name, change }) => `${name} ${change}`)).toEqual([
      'Old removed',
      'Shop orders unchanged',
    ]);
    expect(await workplace.visitor.ask(200, 'GET', '/api/endpoints')).toHaveLength(1);
    // Nothing is left to remove, so nothing is asked.
    await apply(shop, ['--prune']);
  });

  test.each([
    ['endpoints: [{ name: A }, { name: B, settings: { replies: [{ status: 1 }] } }]'],
    ['endpoints: [{ name: A }, { name: A }]'],
  ])('changes nothing if the file has a fault: %s', async (text) => {
    await expect(apply(text)).rejects.toThrow(/\.yaml: endpoints\[1\]\./);
    expect(await workplace.visitor.ask(200, 'GET', '/api/endpoints')).toEqual([]);
  });

  test('changes nothing if it cannot tell which endpoint is meant, or the plan has no room', async () => {
    const names = Array.from({ length: 26 }, (_, index) => `{ name: Shop ${index} }`);
    await expect(apply(`endpoints: [${names.join(', ')}]`)).rejects.toThrow(
      'The account would have 26 endpoints, and its plan (plus) has room for 25: nothing was changed',
    );
    const [made] = await applied(shop);
    const second = await workplace.visitor.endpoint();
    const path = `/api/endpoints/${second}`;
    await workplace.visitor.ask(200, 'PATCH', path, { badgeName: made.name });
    await expect(apply(shop.replace('202', '204'))).rejects.toThrow(
      'endpoints[0].name: 2 endpoints have this name: ',
    );
  });

  test('a file that is not there, and one that is no text, are told', async () => {
    const run = (file: string) => runInProcess(['apply', file], workplace.environment);
    await expect(run(join(folder, 'nowhere'))).rejects.toThrow('nowhere');
    const bytes = join(folder, 'bytes');
    writeFileSync(bytes, new Uint8Array([0xff]));
    await expect(run(bytes)).rejects.toThrow('is not text in UTF-8');
  });
});
