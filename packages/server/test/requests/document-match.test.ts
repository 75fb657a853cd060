import { parseMatch } from '@hookwell/match';
import { expect, test } from 'vitest';
import { documentMatches } from '../../src/requests/document-match.ts';
import { type DocumentSource, OpenDocuments } from '../../src/requests/open-documents.ts';
import { ReadBudget, type ReadBudgetLimits } from '../../src/requests/read-budget.ts';
import { ReadRate } from '../../src/requests/read-rate.ts';

/** Room for one document of an account; others are closed for it after a millisecond. */
const limits: ReadBudgetLimits = {
  total: 10_000,
  reserve: 0,
  perAccount: 10_000,
  mostWaiting: 100,
  timeForMs: () => 1,
  cutsOwn: true,
  lookEveryMs: 1,
};

const match = parseMatch('x');

function startDocuments(rate: ReadRate) {
  const small = new ReadBudget(limits);
  const documents = new OpenDocuments({ small, large: new ReadBudget(limits), rate });
  const read: string[] = [];
  const source = (key: string, matches: () => Promise<boolean>): DocumentSource => ({
    key,
    accountId: 1,
    sentBytes: 10_000,
    decodedBytes: 0,
    async read() {
      read.push(key);
      const piece = () => Promise.reject(new Error('nobody asks for a piece'));
      return { bytes: 10_000, piece, matches, close() {} };
    },
  });
  const decided = new ReadBudget({ ...limits, perAccount: 4, cutsOwn: false });
  return { documents, decided, small, read, source };
}

test('searches of one account do not close one another’s documents for ever', async () => {
  // Each of them makes the others wait for longer than a document stays.
  const rate = new ReadRate({ burstBytes: 1, bytesPerSecond: 500_000 });
  const { documents, decided, small, read, source } = startDocuments(rate);
  const client = { gone: new AbortController().signal, cut() {} };
  const keys = ['a', 'b', 'c', 'd'];
  const found = await Promise.all(
    keys.map((key) =>
      documentMatches(
        { documents, decided, rate },
        source(key, async () => key !== 'c'),
        match,
        0,
        client,
      ),
    ),
  );
  expect(found).toEqual([true, true, false, true]);
  expect(read.toSorted()).toEqual(keys);
  expect(small.held).toBe(0);
});

test('a search whose reader goes gives everything back at once', async () => {
  const rate = new ReadRate({ burstBytes: 1e9, bytesPerSecond: 1e9 });
  const { documents, decided, small, source } = startDocuments(rate);
  const gone = new AbortController();
  const client = { gone: gone.signal, cut() {} };
  let closing: AbortSignal | undefined;
  const stuck: DocumentSource = {
    ...source('stuck', async () => true),
    read: (signal) =>
      new Promise((_, reject) => {
        closing = signal;
        signal.addEventListener('abort', () => reject(new Error('given up')));
      }),
  };
  const reading = documentMatches({ documents, decided, rate }, stuck, match, 0, client);
  const waiting = documentMatches(
    { documents, decided, rate },
    source('waiting', async () => true),
    match,
    0,
    client,
  );
  const both = Promise.allSettled([reading, waiting]);
  await expect.poll(() => closing).toBeDefined();
  gone.abort();
  expect(closing?.aborted).toBe(true);
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(small.held).toBe(0);
});

test('an account has one body decided at a time where no more are allowed', async () => {
  const rate = new ReadRate({ burstBytes: 1e9, bytesPerSecond: 1e9 });
  const { documents, source } = startDocuments(rate);
  const decided = new ReadBudget({ ...limits, perAccount: 1, cutsOwn: false });
  const client = { gone: new AbortController().signal, cut() {} };
  let [now, most] = [0, 0];
  const matches = async () => {
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    now -= 1;
    return true;
  };
  const small = (key: string) => ({ ...source(key, matches), sentBytes: 10 });
  const found = await Promise.all(
    ['a', 'b', 'c'].map((key) =>
      documentMatches({ documents, decided, rate }, small(key), match, 0, client),
    ),
  );
  expect(found).toEqual([true, true, true]);
  expect(most).toBe(1);
  expect(decided.held).toBe(0);
});
