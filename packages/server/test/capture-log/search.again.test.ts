import { describe, expect, inject, test } from 'vitest';
import { matches } from '../../../core/test/match/matches.ts';
import { payloads } from '../../../core/test/match/payloads.ts';
import { stored, withStore } from '../store/store-fixture.ts';
import {
  addAccount,
  addAccountWithEndpoint,
  addEndpoint,
  deleteEndpoint,
  newCapture,
} from '../store/store-rows.ts';
import { idsOf, payloadCapture, searchAll, searchQuery } from './search-fixture.ts';

const open = withStore();

const kibibyte = 1024;

describe('a search', () => {
  test('finds what the table of matches says, in the account and its endpoints, at any limit', async () => {
    const { store } = open;
    const accountId = await addAccount(store);
    const endpointIds = [
      await addEndpoint(store, accountId),
      await addEndpoint(store, accountId),
      await addEndpoint(store, accountId),
    ] as const;
    const endpointOf = (index: number) => endpointIds[(index % 3) as 0 | 1 | 2];
    const others = await addAccountWithEndpoint(store);
    const ids = stored(
      await Promise.all(
        payloads.flatMap((payload, index) => [
          store.captures.append(payloadCapture(endpointOf(index), payload)),
          store.captures.append(payloadCapture(others.endpointId, payload)),
        ]),
      ),
    ).filter((_, index) => index % 2 === 0);
    const nameOf = new Map(ids.map((id, index) => [id, payloads[index]?.name ?? '']));
    for (const [number, [text, finds]] of matches.entries()) {
      // A step costs several times as much there.
      if (inject('store') === 'postgres' && number % 2 === 1) continue;
      const expected = (of: (index: number) => boolean) =>
        payloads.flatMap(({ name }, index) => (finds.includes(name) && of(index) ? [name] : []));
      const search = async (
        endpointId: number | undefined,
        query: Parameters<typeof searchQuery>[1],
      ) => {
        const scope = { accountId, ...(endpointId !== undefined && { endpointId }) };
        const { found } = await searchAll(store, scope, searchQuery(text, query));
        // Only the compressed body may be undecided; it may be found in vain.
        const names = found.map(({ id, isCertain }) => ({ name: nameOf.get(id) ?? '', isCertain }));
        for (const { name, isCertain } of names) if (!isCertain) expect(name).toBe('shopify-gzip');
        return names.flatMap(({ name, isCertain }) =>
          isCertain || finds.includes(name) ? [name] : [],
        );
      };
      const everywhere = expected(() => true);
      const newest = () => search(undefined, { limit: 2 });
      const oldest = () => search(undefined, { order: 'oldestFirst', limit: 5 });
      // The matches take turns with the ways to ask for them.
      if (number % 3 === 0) expect(await newest(), text).toEqual(everywhere.toReversed());
      else if (number % 3 === 1) expect(await oldest(), text).toEqual(everywhere);
      else
        expect(await search(endpointIds[1], {}), text).toEqual(
          expected((index) => index % 3 === 1).toReversed(),
        );
    }
  });

  test('leaves large bodies to be decided, unless the head or a missing text decides', async () => {
    const { store } = open;
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    const padded = (text: string, kibibytes: number) => text + ' '.repeat(kibibytes * kibibyte);
    // One after the other: large captures are stored beside small ones.
    const append = async (body: string, headers = '["Content-Type","text/plain"]') =>
      (await store.captures.append(newCapture(endpointId, { body, headers })))?.id ?? 0;
    const withWord = await append(padded('{"name":"needle"}', 65));
    const withoutWord = await append(padded('{"name":"other"}', 65));
    const huge = await append(padded('other', 1025));
    const wide = await append(padded('other', 65), '["content-type","text/plain;charset=utf-16"]');
    const escaped = await append(padded('{"name":"\\u006eeedle"}', 65));
    const compressed = await append('other', '["Content-Encoding","br"]');
    const search = async (text: string) =>
      (await searchAll(store, { accountId }, searchQuery(text, { order: 'oldestFirst' }))).found;
    const undecided = (...ids: number[]) => ids.map((id) => ({ id, isCertain: false }));
    expect(await search('NEEDLE')).toEqual(undecided(withWord, huge, wide, compressed));
    expect(await search('json.name:needle')).toEqual(
      undecided(withWord, huge, wide, escaped, compressed),
    );
    expect(await search('size>66000 method:post')).toEqual(
      [withWord, withoutWord, huge, wide, escaped].map((id) => ({ id, isCertain: true })),
    );
    expect(await search('needle method=GET')).toEqual([]);
    expect(await search('127.0.0.1 size>66000')).toHaveLength(5);
  });

  test('leaves a small capture to be decided if the match may take long for it', async () => {
    const { store } = open;
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    const target = `/wh/token?${'%C0%80'.repeat(5000)}`;
    const odd = await store.captures.append(newCapture(endpointId, { target, body: 'a needle' }));
    await store.captures.append(newCapture(endpointId, { target, body: 'nothing' }));
    const plain = await store.captures.append(newCapture(endpointId, { body: 'a needle' }));
    const search = async (text: string) =>
      (await searchAll(store, { accountId }, searchQuery(text))).found;
    const certain = { id: plain?.id, isCertain: true };
    const many = Array.from({ length: 60 }, (_, n) => `-query:x${n}`).join(' ');
    expect(await search(`body:needle ${many}`)).toEqual([
      certain,
      { id: odd?.id, isCertain: false },
    ]);
    expect(await search(`${many} size=8`)).toEqual([certain, { id: odd?.id, isCertain: false }]);
    expect(await search('body:needle -path=/x')).toEqual([
      certain,
      { id: odd?.id, isCertain: true },
    ]);
  });

  test('finds texts in bodies of any bytes', async () => {
    const { store } = open;
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    const bodies: [headers: string[], body: Uint8Array][] = [
      [[], Buffer.from('a\0b needle\0')],
      [[], Buffer.from([0xff, 0xc3, ...Buffer.from('Needle'), 0xc3])],
      [['Content-Type', 'text/plain; charset=iso-8859-1'], Buffer.from('n\u00e4 needle', 'latin1')],
      [['Content-Type', 'text/plain;charset="utf-16"'], Buffer.from('needle n\u00e4', 'utf16le')],
      [['content-type', 'text/plain; charset="u\\tf-16le"'], Buffer.from('needle', 'utf16le')],
      [['Content-Type', 'application/xml'], Buffer.from('\ufeffneedle', 'utf16le')],
      [['Content-Type', 'text/plain'], Buffer.from(`${'x'.repeat(20 * kibibyte)}needle`)],
      [['Content-Type', 'text/plain'], Buffer.from('needl\u212ae')],
    ];
    const ids = stored(
      await Promise.all(
        bodies.map(([headers, body]) =>
          store.captures.append(newCapture(endpointId, { headers: JSON.stringify(headers), body })),
        ),
      ),
    );
    const query = (text: string) => searchQuery(text, { order: 'oldestFirst' });
    const found = async (text: string) =>
      (await searchAll(store, { accountId }, query(text))).found.map(({ id, isCertain }) => {
        expect(isCertain).toBe(true);
        return ids.indexOf(id);
      });
    expect(await found('NEEDLE')).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await found('body:n\u00c4')).toEqual([2, 3]);
    expect(await found('"a\0b"')).toEqual([0]);
  });

  test('shows nothing that is cleared, removed or another account’s between two steps', async () => {
    const { store } = open;
    const accountId = await addAccount(store);
    const endpointIds = [await addEndpoint(store, accountId), await addEndpoint(store, accountId)];
    const [first = 0, second = 0] = endpointIds;
    const ids: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      ids.push(
        ...stored([await store.captures.append(newCapture(index % 2 === 0 ? first : second))]),
      );
    }
    let [clearedAt, deletedAt] = [0, 0];
    const { found } = await searchAll(
      store,
      { accountId },
      searchQuery('hello', { order: 'oldestFirst', limit: 4 }),
      async ({ length }) => {
        if (length >= 4 && clearedAt === 0) {
          clearedAt = length;
          await store.captures.clear({ accountId, endpointId: first });
        } else if (length >= 8 && deletedAt === 0) {
          deletedAt = length;
          await deleteEndpoint(store, second);
        }
      },
    );
    const own = ids.slice(clearedAt).filter((id) => ids.indexOf(id) % 2 === 1);
    expect(idsOf(found)).toEqual([
      ...ids.slice(0, clearedAt),
      ...own.slice(0, deletedAt - clearedAt),
    ]);
  });

  test('follows endpoints that another account took over', async () => {
    const { store } = open;
    const guest = await addAccountWithEndpoint(store);
    const accountId = await addAccount(store);
    const [id] = stored([await store.captures.append(newCapture(guest.endpointId))]);
    await store.db
      .updateTable('endpoint')
      .set({ account_id: accountId })
      .where('id', '=', guest.endpointId)
      .execute();
    const query = searchQuery('hello');
    expect((await searchAll(store, { accountId: guest.accountId }, query)).found).toEqual([]);
    expect((await searchAll(store, { accountId }, query)).found).toEqual([{ id, isCertain: true }]);
  });

  test('goes on where a step ended by its time, and tries each capture once', async () => {
    const { store } = open;
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    const body = JSON.stringify({ items: Array.from({ length: 1500 }, (_, n) => ({ n, x: 'y' })) });
    const ids = stored(
      await Promise.all(
        Array.from({ length: 60 }, () => store.captures.append(newCapture(endpointId, { body }))),
      ),
    );
    const terms = Array.from({ length: 64 }, (_, n) => `json.items[${n}].n=${n}`).join(' ');
    const search = await searchAll(store, { accountId }, searchQuery(terms));
    expect(idsOf(search.found)).toEqual(ids.toReversed());
    expect(search.tried).toBe(60);
    expect(search.steps).toBeGreaterThan(1);
  });

  test('narrows by id, size, time and method before it reads', async () => {
    const { store } = open;
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    const { nowMs } = searchQuery('');
    const ids = stored(
      await Promise.all(
        ['GET', 'PUT', 'POST'].map((method, index) =>
          store.captures.append(
            newCapture(endpointId, {
              method,
              body: 'x'.repeat(index),
              receivedAt: nowMs - index * 60_000,
            }),
          ),
        ),
      ),
    );
    const found = async (text: string) =>
      (await searchAll(store, { accountId }, searchQuery(text))).found.map(({ id }) =>
        ids.indexOf(id),
      );
    expect(await found('method=put')).toEqual([1]);
    expect(await found('method:t -method=put')).toEqual([2, 0]);
    expect(await found('method=put method=get')).toEqual([1, 0]);
    expect(await found(`id>=${ids[1]}`)).toEqual([2, 1]);
    expect(await found(`id=${ids[1]}`)).toEqual([1]);
    expect(await found('id>1e400')).toEqual([]);
    expect(await found('id<1e400')).toEqual([2, 1, 0]);
    expect(await found('size>0 size<2')).toEqual([1]);
    expect(await found('received>90s')).toEqual([1, 0]);
    expect(await found('received<90s')).toEqual([2]);
    expect(await found('received>999999d')).toEqual([2, 1, 0]);
    expect(await found('received<999999d')).toEqual([]);
    expect((await store.captures.search({ accountId }, searchQuery('id>5 id<3'))).tried).toBe(0);
  });
});
