import { parseMatch } from '@hookwell/match';
import { expect, test } from 'vitest';
import { Budget, type BudgetLimits } from '../../src/fairness/budget.ts';
import { Rates } from '../../src/fairness/rates.ts';
import { documentMatches } from '../../src/requests/document-match.ts';
import { type DocumentSource, OpenDocuments } from '../../src/requests/open-documents.ts';

/** Room for one document of an account; others are closed for it after a millisecond. */
const limits: BudgetLimits = {
  total: 10_000,
  perParty: 10_000,
  cutting: { timeForMs: () => 1, cutsOwn: true, lookEveryMs: 1 },
};

const tried = { match: parseMatch('x'), nowMs: 0, keptHeaders: undefined };

function startDocuments(rate: Rates) {
  const small = new Budget(limits);
  const documents = new OpenDocuments({ small, large: new Budget(limits), rate });
  const read: string[] = [];
  const source = (key: string, matches: () => Promise<boolean>): DocumentSource => ({
    key,
    party: 1,
    sentBytes: 10_000,
    decodedBytes: 0,
    async read() {
      read.push(key);
      const piece = () => Promise.reject(new Error('nobody asks for a piece'));
      return { bytes: 10_000, piece, matches, close() {} };
    },
  });
  const decided = new Budget({ total: 10_000, perParty: 4 });
  return { documents, decided, small, read, source };
}

test('searches of one account do not close one another’s documents for ever', async () => {
  // Each of them makes the others wait for longer than a document stays.
  const rate = new Rates({ burst: 1, perSecond: 500_000 });
  const { documents, decided, small, read, source } = startDocuments(rate);
  const client = { gone: new AbortController().signal, cut() {} };
  const keys = ['a', 'b', 'c', 'd'];
  const found = await Promise.all(
    keys.map((key) =>
      documentMatches(
        { documents, decided, rate },
        source(key, async () => key !== 'c'),
        tried,
        client,
      ),
    ),
  );
  expect(found).toEqual([true, true, false, true]);
  expect(read.toSorted()).toEqual(keys);
  expect(small.held).toBe(0);
});

test('a search whose reader goes gives everything back at once', async () => {
  const rate = new Rates({ burst: 1e9, perSecond: 1e9 });
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
  const reading = documentMatches({ documents, decided, rate }, stuck, tried, client);
  const waiting = documentMatches(
    { documents, decided, rate },
    source('waiting', async () => true),
    tried,

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
  const rate = new Rates({ burst: 1e9, perSecond: 1e9 });
  const { documents, source } = startDocuments(rate);
  const decided = new Budget({ total: 10_000, perParty: 1 });
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
      documentMatches({ documents, decided, rate }, small(key), tried, client),
    ),
  );
  expect(found).toEqual([true, true, true]);
  expect(most).toBe(1);
  expect(decided.held).toBe(0);
});
