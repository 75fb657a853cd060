import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/database/errors.ts';
import { NodeMessages } from '../../src/database/node-messages.ts';
import type { OtherNodes } from '../../src/database/other-nodes.ts';
import { Overloaded } from '../../src/fairness/overloaded.ts';
import {
  AnswerOffers,
  mostRemembered,
  offeredBytes,
  turns,
} from '../../src/listeners/answer-offers.ts';
import { eventually } from '../eventually.ts';

const mebibyte = 1024 * 1024;

/** The other nodes, which take nothing until they are told to. */
class SlowNodes {
  readonly offered: number[] = [];
  readonly #isTaken = Promise.withResolvers<void>();
  readonly others: OtherNodes;
  /** While it is not resolved, the database answers nothing. */
  database: Promise<void> = Promise.resolve();

  /**
   * @param word what they tell of an answer once they have taken it
   * @param found what its row says then
   */
  constructor(word = 'given', found: 'taken' | 'gone' = 'taken') {
    const unexpected = async (): Promise<never> => {
      throw new Error('nobody asks for this');
    };
    const messages = new NodeMessages(async (told) => {
      await this.#isTaken.promise;
      for (const message of told)
        messages.heard(`settled - ${message.split(' ')[2]} ${word}`.trimEnd());
    });
    this.others = {
      messages,
      listeners: {
        put: unexpected,
        remove: unexpected,
        renew: unexpected,
        removeAllOf: unexpected,
        readOthers: unexpected,
        readMatches: unexpected,
      },
      offers: {
        offer: async (captureId) => {
          this.offered.push(captureId);
          await this.database;
          return true;
        },
        look: async () => {
          await this.#isTaken.promise;
          return found;
        },
        read: unexpected,
        take: unexpected,
        takeBack: async () => false,
        isOver: unexpected,
        removeLeft: unexpected,
      },
    };
  }

  takeAll(): void {
    this.#isTaken.resolve();
  }
}

function giver(nodes: SlowNodes, left = new AbortController().signal) {
  const offers = new AnswerOffers('here', nodes.others, () => {});
  const answer = (bytes: number) => ({
    status: 200,
    headers: [],
    body: new Uint8Array(bytes),
    retryAfter: undefined,
  });
  return (party: number, captureId: number, bytes: number) =>
    offers.give(captureId, 'there', answer(bytes), party, left);
}

test('answers on their way to other nodes are bounded, and shared by party', async () => {
  const nodes = new SlowNodes();
  const give = giver(nodes);
  const most = offeredBytes.perParty / mebibyte;
  const { mostWaiting = 0 } = offeredBytes;
  const given: Promise<string>[] = [];
  for (let id = 0; id < most + mostWaiting; id += 1) given.push(give(1, id, mebibyte));
  await expect(give(1, -1, mebibyte)).rejects.toBeInstanceOf(Overloaded);
  await eventually(() => nodes.offered.length === most);
  // Parties that have none there get on beside those that have most, until the reserve is used up as well.
  const { total, reserve = 0 } = offeredBytes;
  for (let party = 2; party < 30; party += 1) {
    for (let index = 0; index < most; index += 1)
      given.push(give(party, 1000 * party + index, mebibyte));
  }
  const inAll = (total + reserve) / mebibyte;
  await eventually(() => nodes.offered.length >= inAll);
  expect(nodes.offered).toHaveLength(inAll);
  const ofParties = Object.groupBy(nodes.offered, (id) => Math.floor(id / 1000));
  expect(Object.values(ofParties).filter((ids) => ids?.length === 1).length).toBeGreaterThan(4);
  nodes.takeAll();
  expect(new Set(await Promise.all(given))).toEqual(new Set(['given']));
});

test('few statements about them are under way at once, of a party and of all', async () => {
  const nodes = new SlowNodes();
  const give = giver(nodes);
  const database = Promise.withResolvers<void>();
  nodes.database = database.promise;
  const given = Array.from({ length: 20 }, (_, id) => give(1, id, 0));
  await eventually(() => nodes.offered.length >= turns.perParty);
  for (let party = 2; party < 20; party += 1) given.push(give(party, 100 * party, 0));
  await eventually(() => nodes.offered.length >= turns.total);
  await new Promise((resolve) => setImmediate(resolve));
  expect(nodes.offered.filter((id) => id < 100)).toHaveLength(turns.perParty);
  expect(nodes.offered).toHaveLength(turns.total);
  database.resolve();
  nodes.takeAll();
  expect(new Set(await Promise.all(given))).toEqual(new Set(['given']));
});

test('an answer that was taken is not given until its node tells so', async () => {
  const nodes = new SlowNodes('open');
  const left = new AbortController();
  nodes.takeAll();
  const giving = giver(nodes, left.signal)(1, 1, 0);
  setTimeout(() => left.abort(), 50);
  await expect(giving).rejects.toBeInstanceOf(StoreUnavailable);
});

test('an answer is given whose node tells so', async () => {
  const nodes = new SlowNodes('given');
  nodes.takeAll();
  expect(await giver(nodes)(1, 1, 0)).toBe('given');
});

test('an answer whose capture was removed meanwhile was given if its node tells so', async () => {
  const outcomeAfter = (word: string) => {
    const nodes = new SlowNodes(word, 'gone');
    nodes.takeAll();
    return giver(nodes)(1, 1, 0);
  };
  expect(await outcomeAfter('given')).toBe('given');
  expect(await outcomeAfter('open')).toBe('late');
});

test('a node that is asked again tells again which answers were given', async () => {
  const { others } = new SlowNodes();
  const told: string[] = [];
  const messages = new NodeMessages(async (some) => void told.push(...some));
  const offered: number[] = [];
  const offers = new AnswerOffers('here', { ...others, messages }, (id) => offered.push(id));
  for (let id = 0; id <= mostRemembered; id += 1) offers.settled(id, id !== 2);
  await eventually(() => told.length === mostRemembered + 1);
  told.length = 0;
  for (const id of [1, 2, mostRemembered + 1]) messages.heard(`offered here ${id}`);
  messages.heard('offered there 1');
  await messages.flush();
  expect(told).toEqual(['settled - 1 given']);
  expect(offered).toEqual([2, mostRemembered + 1]);
});
