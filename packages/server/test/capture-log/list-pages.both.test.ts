import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Scope } from '../../src/capture-log/capture-log.ts';
import { lightText } from '../../src/rendering/capture-text.ts';
import type { Store } from '../../src/store/store.ts';
import { withStore } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

const open = withStore();

const largestBodyBytes = 64 * 1024;
const json = '["Content-Type","application/json"]';

async function append(store: Store, endpointId: number, body: Uint8Array, headers = '[]') {
  await store.captures.append(newCapture(endpointId, { headers, body }));
}

/** Every capture of a scope by pages for lists: its id and its text, if it is small. */
async function walk({ captures }: Store, scope: Scope, limit: number, withBody: boolean) {
  const view = withBody ? 'full' : 'summary';
  const seen: [id: number, text: string | undefined][] = [];
  const sizes: number[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await captures.readListPage(scope, {
      ...{ before, order: 'newestFirst', limit, withBody, largestBodyBytes },
      maxBytes: 128 * 1024,
    });
    if ('texts' in page) {
      const { ids, ends, texts, others } = page;
      sizes.push(texts.length);
      const bytes = Buffer.from(texts);
      ids.forEach((id, index) => {
        const text = bytes.toString('utf8', ends[index - 1] ?? 0, ends[index]);
        if (text === '') expect(others.shift()?.id).toBe(id);
        else expect(text[0]).toBe(',');
        seen.push([id, text === '' ? undefined : text.slice(1)]);
      });
      expect(others).toEqual([]);
    } else for (const capture of page.captures) seen.push([capture.id, lightText(capture, view)]);
    before = seen.at(-1)?.[0] ?? 0;
    if (!page.more) return { seen, sizes };
  }
}

test('a page for a list has the texts of its small captures, and the others without a text', async () => {
  const { store } = open;
  const scope = await addAccountWithEndpoint(store);
  const bodies: [body: Uint8Array | string, headers?: string][] = [
    [''],
    ['{"a":"ü€😀","n":1e400}', json],
    [`{"pad":"${'x'.repeat(50_000)}"}`, json],
    [Buffer.from([0xff, 0x00, 0x22, 0x5c])],
    ['L'.repeat(largestBodyBytes + 1)],
    [gzipSync('compressed'), '["Content-Encoding","gzip"]'],
    ['€'.repeat(20_000)],
  ];
  for (let round = 0; round < 4; round += 1) {
    for (const [body, headers] of bodies) {
      await append(store, scope.endpointId, Buffer.from(body), headers);
    }
  }
  for (const withBody of [true, false]) {
    const view = withBody ? 'full' : 'summary';
    const { captures } = await store.captures.readPage(scope, {
      ...{ order: 'newestFirst', limit: 1000, maxBytes: 1e9, withBody, largestBodyBytes },
    });
    const expected = captures.map((capture) => [capture.id, lightText(capture, view)]);
    expect(expected).toHaveLength(28);
    for (const limit of [1, 3, 250]) {
      expect((await walk(store, scope, limit, withBody)).seen).toEqual(expected);
    }
  }
});
