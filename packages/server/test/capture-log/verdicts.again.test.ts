import { describe, expect, test } from 'vitest';
import type { StoredAnswer } from '../../src/capture-log/captures.ts';
import { addAccountWithSettings, answeredCapture } from '../store/answered-captures.ts';
import { readPage, stored, withStore } from '../store/store-fixture.ts';
import { idsOf, searchAll, searchQuery } from './search-fixture.ts';

const open = withStore();

const gzipped = JSON.stringify(['Content-Encoding', 'gzip']);
const sizes = { small: 10, 'in a group of its own': 270_000 };

describe('verdicts', () => {
  test('are stored with their captures, announced, and given to every read', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const { captures } = open.store;
    const announced: unknown[] = [];
    captures.onCommitted((group) => {
      announced.push(...group.captures.map(({ answered }) => answered?.verified));
    });
    const signature = '{"scheme":"github","verdict":"valid","reason":"secret …ſ\\u0000\\"9"}';
    const verified = [
      { verdict: 'valid', signature, event: 'ping' },
      { verdict: 'missing', signature: '{}' },
      undefined,
    ];
    for (const size of Object.values(sizes)) {
      for (const answering of verified) {
        // Without a verdict the event is one that was derived, and is not shown.
        await append(endpointId, size, { event: 'derived', ...answering, ...absent(answering) });
      }
    }
    const expected = Object.keys(sizes).flatMap(() => verified);
    expect(announced).toEqual(expected);
    const page = await readPage(open.store, { accountId }, { order: 'oldestFirst' });
    expect(page.captures.map(verifiedOf)).toEqual(expected);
    for (const [index, { id }] of page.captures.entries()) {
      expect((await captures.readOne(accountId, id))?.answered?.verified).toEqual(expected[index]);
    }
    const { deliveries } = await captures.readDeliveries(endpointId, { limit: 1 });
    const shown = deliveries[0]?.attempts.slice(0, 3).map((attempt) => attempt.signature);
    expect(shown).toEqual([signature, '{}', undefined]);
  });

  test('give way to what is found out later, of their own capture alone', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const { captures } = open.store;
    const verified = { verdict: 'invalid', signature: '{"reason":"pending"}', event: 'push' };
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) ids.push(await append(endpointId, 10, verified));
    const [first = 0, second = 0, third = 0] = ids;
    await captures.noteAnswers([
      { id: first, gaveUpAfter: 5 },
      { id: second, signature: '{"reason":"found"}' },
    ]);
    const found = { ...verified, signature: '{"reason":"found"}' };
    const page = await readPage(open.store, { accountId }, { order: 'oldestFirst' });
    expect(page.captures.map(verifiedOf)).toEqual([verified, found, verified]);
    expect((await captures.readOne(accountId, second))?.answered?.verified).toEqual(found);
    const { deliveries } = await captures.readDeliveries(endpointId, { limit: 1 });
    const shown = deliveries[0]?.attempts.map(({ id, signature, gaveUpAfter }) => ({
      id,
      signature,
      gaveUpAfter,
    }));
    expect(shown).toEqual([
      { id: first, signature: verified.signature, gaveUpAfter: 5 },
      { id: second, signature: found.signature, gaveUpAfter: undefined },
      { id: third, signature: verified.signature, gaveUpAfter: undefined },
    ]);
  });

  test('searches find what they mean', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const names = ['valid', 'invalid', 'unverified', 'without settings'] as const;
    const searches: [text: string, expected: (typeof names)[number][]][] = [
      ['signature=invalid', ['invalid']],
      ['-signature=valid', ['invalid', 'unverified', 'without settings']],
      ['signature:ali', ['valid', 'invalid']],
      ['signature:ali event=push', ['valid']],
      ['signature=valid signature=invalid', []],
      ['signature=invalid needle', ['invalid']],
      ['has:signature', ['valid', 'invalid']],
      ['event=push', ['valid']],
      ['event:pu', ['valid']],
      ['-event=push', ['invalid', 'unverified', 'without settings']],
    ];
    for (const headers of ['[]', gzipped]) {
      const ids = await Promise.all([
        append(endpointId, 10, { verdict: 'valid', signature: '{}', event: 'push' }, headers),
        append(endpointId, 10, { verdict: 'invalid', signature: '{}', event: 'ping' }, headers),
        append(endpointId, 10, { event: 'push' }, headers),
        append(endpointId, 10, undefined, headers),
      ]);
      const after = (ids[0] ?? 0) - 1;
      for (const [text, expected] of searches) {
        const query = searchQuery(text, { after, order: 'oldestFirst' });
        const { found } = await searchAll(open.store, { accountId }, query);
        const namesOf = (some: typeof found) => idsOf(some).map((id) => names[ids.indexOf(id)]);
        const certain = namesOf(found.filter(({ isCertain }) => isCertain));
        // Compressed bodies decide elsewhere, if they do.
        if (headers === gzipped) {
          expect(expected, text).toEqual(expect.arrayContaining(certain));
          expect(namesOf(found), text).toEqual(expect.arrayContaining(expected));
        } else expect(certain, text).toEqual(expected);
      }
    }
  });

  async function append(
    endpointId: number,
    size: number,
    more: Record<string, string> | undefined,
    headers = '[]',
  ): Promise<number> {
    const body = Buffer.alloc(size, 'needle ');
    const capture = answeredCapture(endpointId, 'a', { body: [body], bodySize: size, headers });
    const { answering, ...plain } = capture;
    const appended = await open.store.captures.append(
      more === undefined || answering === undefined
        ? plain
        : { ...capture, answering: { ...answering, ...more } },
    );
    return stored([appended])[0] ?? 0;
  }
});

/** An event that the scheme did not tell is not stored. */
function absent(answering: object | undefined): Record<string, string> {
  return answering === undefined || 'event' in answering ? {} : { event: '' };
}

function verifiedOf({ answered }: { answered?: StoredAnswer }): StoredAnswer['verified'] {
  return answered?.verified;
}
