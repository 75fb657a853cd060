import { gzipSync } from 'node:zlib';
import { readSettings } from '@hookwell/replies';
import { KeyedHash } from '@hookwell/signatures/verify';
import { afterEach, describe, expect, test } from 'vitest';
import { WaitingRequests } from '../../src/receive/waiting-requests.ts';
import type { Examination } from '../../src/replies/examination.ts';
import { Examiner } from '../../src/replies/examiner.ts';
import { exchangeOn } from '../exchange.ts';

const mebibyte = 1024 * 1024;
const failures: unknown[] = [];
const log = { error: (failure: unknown) => void failures.push(failure) };
const waiting = new WaitingRequests(64 * mebibyte);

afterEach(() => {
  failures.length = 0;
});

/** Examines a request of a party. */
function examine(
  examiner: Examiner,
  party: number,
  document: unknown,
  body: Uint8Array,
  contentEncoding = '',
) {
  const { request } = exchangeOn();
  const capture = {
    endpointId: party,
    receivedAt: 0,
    method: 'POST',
    target: '/',
    headers: JSON.stringify(contentEncoding === '' ? [] : ['content-encoding', contentEncoding]),
    droppedHeaders: 0,
    ipAddress: '',
    body: [body],
    bodySize: body.length,
    isPipelined: false,
  };
  const known = {
    version: 1,
    countedSince: 1,
    hashKey: new KeyedHash(new Uint8Array(64)),
    settings: readSettings(document),
    secrets: [],
    verifier: undefined,
    document: JSON.stringify(document),
  };
  const head = { ...capture, doorHeaders: [], bodyHash: '' };
  const waits = waiting.enter(party, request, body.length);
  const examined = examiner.examine({ known, party, capture, wait: () => waits }, head);
  return Object.assign(Promise.resolve(examined), {
    isInThread: examined instanceof Promise,
    giveWay: waits.giveWay,
  });
}

const statusOf = ({ schedule }: Examination) => schedule[0]?.answer;

/** Each of them is looked for in the whole body. */
const long = {
  replies: Array.from({ length: 30 }, (_, reply) => ({ when: `body:${'a'.repeat(50)}b${reply}` })),
};
const longBody = Buffer.alloc(mebibyte, 'a');
const short = { replies: [{ status: 202 }] };
/** For the thread: what has one coding, and is small, is decompressed at once. */
const shortBody = gzipSync(gzipSync('a'));
const codings = 'gzip, gzip';

describe('the thread', () => {
  test('lets go of a request that gives way', async () => {
    const examiner = new Examiner(log);
    const first = examine(examiner, 1, long, longBody);
    const others = Array.from({ length: 10 }, () => examine(examiner, 1, long, longBody));
    for (const { giveWay } of [first, ...others]) giveWay();
    expect((await Promise.all([first, ...others])).map(statusOf)).toEqual(
      Array.from({ length: 11 }, () => '503'),
    );
    expect(statusOf(await examine(examiner, 1, short, shortBody, codings))).toBe('202');
    // The log does not tell of each.
    expect(failures.length).toBeLessThan(11);
    await examiner.close();
  });

  test('ends at any moment', async () => {
    for (const turns of [0, 1, 20]) {
      const examiner = new Examiner(log);
      const ask = () => examine(examiner, 1, {}, shortBody, 'gzip, gzip, gzip');
      await ask();
      const examined = Array.from({ length: 100 }, ask);
      for (let turn = 0; turn < turns; turn++)
        await new Promise((resolve) => setImmediate(resolve));
      await examiner.close();
      const statuses = new Set((await Promise.all(examined)).map(statusOf));
      expect(['200', '503']).toEqual(expect.arrayContaining([...statuses]));
    }
  });
});

test('a small compressed body is decompressed at once, one that gives much in the thread', async () => {
  const examiner = new Examiner(log);
  const settings = { replies: [{ when: 'json.a=b', status: 202 }, { status: 404 }] };
  const withSpaces = (spaces: number) => gzipSync(`{"a":${' '.repeat(spaces)}"b"}`);
  const small = examine(examiner, 1, settings, withSpaces(100), 'gzip');
  const bomb = examine(examiner, 1, settings, withSpaces(500_000), 'gzip');
  const broken = examine(examiner, 1, settings, withSpaces(100).subarray(0, -9), 'gzip');
  expect([small, bomb, broken].map(({ isInThread }) => isInThread)).toEqual([false, true, true]);
  const examined = await Promise.all([small, bomb, broken]);
  expect(examined.map(statusOf)).toEqual(['202', '202', '404']);
  await examiner.close();
});

test('a long id of a sender stands by its hash', async () => {
  const examiner = new Examiner(log);
  const withId = (id: string) => examine(examiner, 1, short, Buffer.from(JSON.stringify({ id })));
  expect(await withId('evt_1')).toMatchObject({ id: expect.stringContaining('evt_1') });
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(await withId('a'.repeat(5000))).toMatchObject({ id: hash, delivery: hash });
  await examiner.close();
});
