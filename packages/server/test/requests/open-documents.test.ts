import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Budget, type BudgetLimits } from '../../src/fairness/budget.ts';
import { Rates } from '../../src/fairness/rates.ts';
import type { Piece } from '../../src/rendering/capture-document.ts';
import { DocumentPieces } from '../../src/requests/capture-pieces.ts';
import {
  type Document,
  type DocumentSource,
  OpenDocuments,
} from '../../src/requests/open-documents.ts';

const mebibyte = 1024 * 1024;

const limits: BudgetLimits = {
  total: 30 * mebibyte,
  perParty: 25 * mebibyte,
};

const client = { gone: new AbortController().signal, cut() {} };

/** Documents whose pieces are made when the test says so. */
function startReads(rate = { burst: 1000 * mebibyte, perSecond: mebibyte }) {
  const reading = new Rates(rate);
  const large = new Budget(limits);
  const documents = new OpenDocuments({ small: new Budget(limits), large, rate: reading });
  const pieces = {
    held: new Budget(limits),
    made: new Budget({ ...limits, total: Number.POSITIVE_INFINITY, perParty: 2 }),
    rate: reading,
  };
  /** The names of the captures that were read; `asked` has those that were asked for pieces. */
  const read: string[] = [];
  const asked: string[] = [];
  const make: (() => void)[] = [];
  const open = (
    party: number,
    name: string,
    { sentBytes, decodedBytes = 0, bytes = sentBytes }: Sizes,
  ) => {
    const source: DocumentSource = {
      key: name,
      party,
      sentBytes,
      decodedBytes,
      async read(_signal, room) {
        if (decodedBytes > 0 && bytes > room) return 'needsMore';
        read.push(name);
        return document(name, bytes);
      },
    };
    return new DocumentPieces({ documents, pieces }, source, 'full', client);
  };
  const document = (name: string, bytes: number): Document => ({
    bytes,
    piece(_view, position) {
      asked.push(name);
      return new Promise<Piece>((resolve) => {
        make.push(() => resolve({ bytes: new Uint8Array(10), next: position + 1 }));
      });
    },
    close() {},
  });
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await nextTurn();
  };
  return { open, read, asked, make, settled, large };
}

interface Sizes {
  sentBytes: number;
  decodedBytes?: number;
  /** The bytes that the document takes once it was read. */
  bytes?: number;
}

const bomb = { sentBytes: 75_000, decodedBytes: 25 * mebibyte, bytes: 25 * mebibyte };

describe('documents', () => {
  it('that are small are read while large ones have all the room', async () => {
    const { open, read, settled, large } = startReads();
    for (let account = 1; account <= 4; account++)
      void open(account, `bomb ${account}`, bomb).next();
    await settled();
    expect(read).toEqual(['bomb 1', 'bomb 2']);
    void open(5, 'sent as it is', { sentBytes: 3 * mebibyte }).next();
    void open(6, 'compressed', { ...bomb, bytes: 500_000 }).next();
    // The account holds nothing but waits, since it asks for a large document.
    void open(7, 'bomb 7', bomb).next();
    await settled();
    expect(read.slice(2).sort()).toEqual(['compressed', 'sent as it is']);
    expect(large.held).toBe(2 * 25 * mebibyte);
  });

  it('that turn out to be large give their small room back', async () => {
    const { open, read, settled } = startReads();
    const many = Array.from({ length: 40 }, (_, account) => open(account, `bomb ${account}`, bomb));
    for (const pieces of many) void pieces.next();
    await settled();
    for (let count = 0; count < 4; count++) {
      void open(100 + count, `small ${count}`, { ...bomb, bytes: mebibyte }).next();
    }
    await settled();
    expect(read.filter((name) => name.startsWith('small'))).toHaveLength(4);
  });

  it('have two pieces made at a time for one account, and for others meanwhile', async () => {
    const { open, asked, make, settled } = startReads();
    for (const name of ['a', 'b', 'c', 'd']) void open(1, name, { sentBytes: 1000 }).next();
    void open(2, 'other', { sentBytes: 1000 }).next();
    await settled();
    expect(asked).toEqual(['a', 'b', 'other']);
    make.shift()?.();
    await settled();
    expect(asked).toEqual(['a', 'b', 'other', 'c']);
  });

  it('rest between two pieces of an account that reads on and on', async () => {
    const { open, asked, make, settled } = startReads({ burst: 5, perSecond: 0.001 });
    const pieces = open(1, 'a', { sentBytes: 1000 });
    const first = pieces.next();
    await settled();
    make.shift()?.();
    await first;
    void pieces.next();
    void open(2, 'other', { sentBytes: 1000 }).next();
    await settled();
    expect(asked).toEqual(['a', 'other']);
  });
});
