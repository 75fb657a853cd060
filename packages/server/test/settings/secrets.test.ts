import { describe, expect, test } from 'vitest';
import { keepHandshakeSecret } from '../../src/secrets/keep-handshake-secret.ts';
import { readDocument } from '../../src/settings/sealed-secrets.ts';
import { putSettings } from '../../src/settings/settings.ts';
import { fairParts } from '../fair-parts.ts';
import { forFile } from '../kept-for.ts';
import { noSecrets } from '../no-secrets.ts';
import { startAccount, startServer } from '../start-server.ts';

const server = forFile(await startServer());
const owner = await startAccount(server, 'plus');

const one = 'first-secret-k3f9';
const two = 'second-secret-9xyz';
const three = 'third-secret-k3f9';
const hints: Readonly<Record<string, string>> = {
  [one]: '…k3f9',
  [two]: '…9xyz',
  [three]: '…k3f9',
};
const hint = (secret: string) => ({ hint: hints[secret] ?? '…' });
const github = (...secrets: unknown[]) => ({ verify: { scheme: 'github', secrets } });

async function newEndpoint(settings?: object) {
  const token = await owner.endpoint();
  const path = `/api/endpoints/${token}/settings`;
  const row = async () =>
    await server.store.db
      .selectFrom('endpoint')
      .innerJoin('endpoint_settings', 'endpoint_settings.endpoint_id', 'endpoint.id')
      .select(['id', 'version', 'counted_since', 'document', 'secrets'])
      .where('token', '=', token)
      .executeTakeFirstOrThrow();
  const endpoint = {
    token,
    get: () => owner.ask(200, 'GET', path),
    put: (settings: unknown) => owner.ask(200, 'PUT', path, settings),
    refused: async (status: number, settings: unknown): Promise<string> =>
      (await owner.ask(status, 'PUT', path, settings)).error,
    row,
    kept: async () => {
      const { id, secrets } = await row();
      return secrets === null ? undefined : await server.secrets.open(id, secrets);
    },
  };
  if (settings !== undefined) await endpoint.put(settings);
  return endpoint;
}

test('secrets are shown as hints, and kept by them', async () => {
  const endpoint = await newEndpoint();
  const shown = github(hint(one), hint('short'), hint(two), hint(three));
  expect(await endpoint.put(github(one, 'short', two, three))).toEqual(shown);
  expect(await endpoint.get()).toEqual(shown);
  expect((await endpoint.row()).document).toBe(JSON.stringify(shown));
  expect(await endpoint.put(shown)).toEqual(shown);
  expect((await endpoint.row()).version).toBe(1);

  await endpoint.put({ ...shown, replies: [{ status: 202 }] });
  expect(await endpoint.kept()).toEqual({ secrets: [one, 'short', two, three], former: [] });
  expect(await endpoint.row()).toMatchObject({ version: 2, counted_since: 1 });
});

test('the ETag of settings tells every change, also of a secret that has the same hint', async () => {
  const path = `/api/endpoints/${await owner.endpoint()}/settings`;
  const etag = async (method: string, settings?: object) => {
    const response = await owner.call(method, path, settings);
    return response.headers.get('etag');
  };
  expect(await etag('GET')).toBe('"0"');
  expect(await etag('PUT', github(one))).toBe('"1"');
  expect(await etag('PUT', github(one))).toBe('"1"');
  expect(await etag('PUT', github(three))).toBe('"2"');
  expect(await etag('GET')).toBe('"2"');
  expect(await etag('PUT', {})).toBe('"0"');
  expect(await etag('GET')).toBe('"0"');
});

test('the second of equal hints keeps the second secret of that hint', async () => {
  const endpoint = await newEndpoint(github(one, three));
  await endpoint.put(github(hint(one), 'another-secret-k3f9', hint(three)));
  expect((await endpoint.kept())?.secrets).toEqual([one, 'another-secret-k3f9', three]);
  await endpoint.put(github(hint(one)));
  expect(await endpoint.kept()).toEqual({
    secrets: [one],
    former: ['another-secret-k3f9', three],
  });
});

test('a hint of no secret is refused with its place, and nothing is changed', async () => {
  const endpoint = await newEndpoint(github(one));
  const before = await endpoint.row();
  const sentence = await endpoint.refused(400, github(hint(one), hint(three)));
  expect(sentence).toMatch(/^verify\.secrets\[1\]: there is no kept secret with this hint/);
  expect(await endpoint.refused(400, github(two, { hint: '…' }))).toMatch(/^verify\.secrets\[1\]/);
  expect(await endpoint.row()).toEqual(before);
});

test('a kept secret that does not fit another scheme is refused', async () => {
  const endpoint = await newEndpoint(github(one));
  const svix = { verify: { scheme: 'svix', secrets: [hint(one)] } };
  expect(await endpoint.refused(400, svix)).toMatch(/^verify\.secrets\[0\]: .*Base64/);
  const key = { verify: { scheme: 'discord', secrets: ['not-a-key-at-all'] } };
  expect(await endpoint.refused(400, key)).not.toContain('not-a-key');
  await endpoint.put({ verify: { scheme: 'stripe', secrets: [hint(one)] } });
  expect(await endpoint.kept()).toEqual({ secrets: [one], former: [] });
});

test('the newest three replaced secrets are remembered, until verify goes', async () => {
  const endpoint = await newEndpoint(github(one, two));
  await endpoint.put(github('replacement-a'));
  expect(await endpoint.kept()).toEqual({ secrets: ['replacement-a'], former: [one, two] });
  await endpoint.put(github('replacement-b'));
  await endpoint.put(github('replacement-c', one));
  expect(await endpoint.kept()).toEqual({
    secrets: ['replacement-c', one],
    former: ['replacement-b', 'replacement-a', two],
  });
  await endpoint.put({ delivery: 'one' });
  expect((await endpoint.row()).secrets).toBeNull();
  await endpoint.put(github(two));
  expect(await endpoint.kept()).toEqual({ secrets: [two], former: [] });
});

test('a secret of the same hint is a change, the same one is none', async () => {
  const endpoint = await newEndpoint(github(one));
  await endpoint.put(github(one));
  expect((await endpoint.row()).version).toBe(1);
  await endpoint.put(github(three));
  expect((await endpoint.row()).version).toBe(2);
  expect(await endpoint.kept()).toEqual({ secrets: [three], former: [one] });
});

test('of documents that are put at once none loses a secret of another one', async () => {
  const endpoint = await newEndpoint(github(one));
  const added = Array.from({ length: 5 }, (_, index) => `added-secret-${index}-0000${index}`);
  await Promise.all(added.map((secret) => endpoint.put(github(hint(one), secret))));
  const kept = await endpoint.kept();
  expect(kept?.secrets[0]).toBe(one);
  expect(kept?.former).toHaveLength(3);
  expect(new Set([...added, one])).toEqual(
    new Set([...added, ...(kept?.secrets ?? []), ...(kept?.former ?? [])]),
  );
  expect((await endpoint.row()).version).toBe(6);
});

test('sealed secrets of one endpoint open for no other, nor once they are damaged', async () => {
  const endpoint = await newEndpoint(github(one));
  const { id, secrets } = await endpoint.row();
  const sealed = secrets ?? '';
  expect(sealed).not.toContain(one);
  const failure = { name: 'SecretsUnreadable' };
  await expect(server.secrets.open(id + 1, sealed)).rejects.toMatchObject(failure);
  const damaged = sealed.replace(/.(?=.{9}$)/, (digit) => (digit === 'A' ? 'B' : 'A'));
  for (const wrong of ['', '1.x', sealed.slice(0, 20), damaged, sealed.replace('1.', '2.')]) {
    await expect(server.secrets.open(id, wrong)).rejects.toMatchObject(failure);
  }
});

test('what cannot be opened is refused for hints only, and secrets take its place', async () => {
  const endpoint = await newEndpoint(github(one));
  const { id } = await endpoint.row();
  await server.store.db
    .updateTable('endpoint_settings')
    .set({ secrets: `1.${'x'.repeat(12)}.${'y'.repeat(60)}` })
    .where('endpoint_id', '=', id)
    .execute();
  expect(await endpoint.get()).toEqual(github(hint(one)));
  expect(await endpoint.refused(409, github(hint(one)))).toMatch(/key that is not here/);
  await endpoint.put(github(one));
  expect(await endpoint.kept()).toEqual({ secrets: [one], former: [] });
  expect(await endpoint.row()).toMatchObject({ version: 2, counted_since: 1 });
});

test('a service without a key refuses to verify, and nothing else', async () => {
  const { token, get } = await newEndpoint({ delivery: 'one' });
  const endpoint = { accountId: owner.id, token };
  const parts = { ...fairParts(), store: server.store, secrets: noSecrets };
  for (const settings of [github(one), { verify: { scheme: 'asana' } }]) {
    await expect(
      putSettings(parts, endpoint, readDocument(settings, 'drop')),
    ).rejects.toMatchObject({
      code: 'secretsNotKept',
      message: expect.stringContaining('HOOKWELL_SECRETS_KEY'),
    });
  }
  expect(await get()).toEqual({ delivery: 'one' });
  expect(await putSettings(parts, endpoint, readDocument({ replies: [] }, 'drop'))).toMatchObject({
    document: '{"replies":[]}',
  });
});

describe('a secret of a handshake', () => {
  const keep = async (endpoint: Awaited<ReturnType<typeof newEndpoint>>, secret: string) =>
    await keepHandshakeSecret(
      { db: server.store.db, secrets: server.secrets },
      { endpointId: (await endpoint.row()).id, scheme: 'github' },
      secret,
    );

  test('is kept while there is none', async () => {
    const endpoint = await newEndpoint({ ...github(one), delivery: 'one' });
    await server.store.db
      .updateTable('endpoint_settings')
      .set({ document: '{"verify":{"scheme":"github"},"delivery":"one"}' })
      .where('endpoint_id', '=', (await endpoint.row()).id)
      .execute();
    const answers = await Promise.all([keep(endpoint, two), keep(endpoint, two)]);
    expect(answers.toSorted()).toEqual([false, true]);
    expect((await endpoint.kept())?.secrets).toEqual([two]);
    expect(await endpoint.get()).toEqual({ ...github(hint(two)), delivery: 'one' });
    expect(await endpoint.row()).toMatchObject({ version: 2, counted_since: 1 });
  });

  test('stays when the same scheme is put without saying anything of secrets', async () => {
    const endpoint = await newEndpoint({ verify: { scheme: 'asana', secrets: [one] } });
    const shown = { verify: { scheme: 'asana', secrets: [hint(one)] } };
    expect(await endpoint.put({ verify: { scheme: 'asana' } })).toEqual(shown);
    expect((await endpoint.row()).version).toBe(1);
    const more = { delivery: 'one', verify: { scheme: 'asana', tolerance: 5 } };
    await endpoint.put(more);
    expect(await endpoint.get()).toEqual({ ...more, verify: { ...more.verify, ...shown.verify } });
    expect((await endpoint.kept())?.secrets).toEqual([one]);
    await endpoint.put({ verify: { scheme: 'asana', secrets: [] } });
    expect(await endpoint.kept()).toEqual({ secrets: [], former: [one] });
    await endpoint.put({ verify: { scheme: 'notion' } });
    expect(await endpoint.get()).toEqual({ verify: { scheme: 'notion' } });
  });

  test('is not kept beside one, or where nothing or another sender is verified', async () => {
    const documents = [
      github(one),
      { delivery: 'one' },
      { verify: { scheme: 'stripe', secrets: [one] } },
    ];
    for (const document of documents) {
      const endpoint = await newEndpoint(document);
      const before = await endpoint.row();
      expect(await keep(endpoint, two)).toBe(false);
      expect(await endpoint.row()).toEqual(before);
    }
  });
});
