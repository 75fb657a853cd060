import { Socket } from 'node:net';
import type { LiteralAnswer } from '@hookwell/replies';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/database/errors.ts';
import { NodeMessages } from '../../src/database/node-messages.ts';
import type { OfferedAnswers, OtherNodes } from '../../src/database/other-nodes.ts';
import { packAnswer } from '../../src/listeners/answer-document.ts';
import { AnswerOffers } from '../../src/listeners/answer-offers.ts';
import { AnswerRows } from '../../src/listeners/answer-rows.ts';
import { createMetrics } from '../../src/metrics.ts';
import { ListenerWaits } from '../../src/replies/listener-waits.ts';
import type { PreparedAnswer } from '../../src/replies/prepared-answer.ts';
import { eventually } from '../eventually.ts';
import { exchangeOn } from '../exchange.ts';
import { startServer, type TestServer } from '../start-server.ts';

const unexpected = async (): Promise<never> => {
  throw new Error('nobody asks for this');
};

const noOffers: OfferedAnswers = {
  offer: unexpected,
  read: unexpected,
  take: unexpected,
  look: unexpected,
  takeBack: unexpected,
  isOver: unexpected,
  removeLeft: unexpected,
};

/** A sender of capture 1 on node a, whose wait is stored already. It hangs up when its socket is destroyed. */
function waitingSender(
  { db }: Pick<TestServer['store'], 'db'>,
  offered: Partial<OfferedAnswers>,
  { hasRoom }: { hasRoom: boolean },
) {
  const messages: string[] = [];
  const others: OtherNodes = {
    messages: new NodeMessages(async (told) => void messages.push(...told)),
    listeners: {
      put: unexpected,
      remove: unexpected,
      renew: unexpected,
      removeAllOf: unexpected,
      readOthers: unexpected,
      readMatches: unexpected,
    },
    offers: { ...noOffers, ...offered },
  };
  const told: (PreparedAnswer | 'otherwise')[] = [];
  const waits = new ListenerWaits({
    rows: new AnswerRows(db),
    offers: new AnswerOffers('a', others, () => {}),
    ended: () => {},
    // Without room its time is over at once.
    hold: () => hasRoom,
    giveUp: () => {},
    send: (_, answer) => void told.push(answer),
    tell: () => {},
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  });
  const socket = new Socket();
  waits.begin({
    response: exchangeOn(socket).response,
    accountId: 1,
    party: 1,
    captureId: 1,
    committedAt: performance.now(),
    answer: {
      kind: 'listener',
      delayMs: 20_000,
      heldBytes: 0,
      listeners: [],
      matching: [],
      otherwise: () => void told.push('otherwise'),
    },
  });
  return { waits, told, messages, socket };
}

/** The row of the wait of capture 1. */
const row = { capture_id: 1, node: 'a', waits_until: 0, retry_after: null };
const answer: LiteralAnswer = {
  status: 201,
  headers: [],
  body: new Uint8Array(),
  retryAfter: undefined,
};

test('an answer that is taken back as the time ends decides nothing: the sender is answered otherwise', async () => {
  await using server = await startServer();
  const { db } = server.store;
  // The other node has offered it.
  await db
    .insertInto('listener_answer')
    .values({ ...row, answer: '201' })
    .execute();
  // The other node takes it back between the end of the time and this look.
  const read = async () => {
    await db.updateTable('listener_answer').set({ answer: null }).execute();
    return undefined;
  };
  const { waits, told } = waitingSender(server.store, { read }, { hasRoom: false });
  await waits.close();
  expect(told).toEqual(['otherwise']);
  expect(await db.selectFrom('listener_answer').selectAll().execute()).toEqual([]);
});

test('a sender gets an answer that was taken without a reply long before its time is over', async () => {
  await using server = await startServer();
  let isTaken = false;
  const { waits, told, messages } = waitingSender(
    server.store,
    {
      read: async () => (isTaken ? undefined : packAnswer(answer)),
      take: async () => {
        isTaken = true;
        throw new StoreUnavailable('the reply is lost');
      },
      look: async () => (isTaken ? 'taken' : 'offered'),
    },
    { hasRoom: true },
  );
  waits.takeOffered(1);
  await eventually(() => told.length > 0);
  await waits.close();
  expect(told).toMatchObject([{ status: 201 }]);
  expect(messages).toEqual(['settled - 1 given']);
});

test('a listener is not told that a sender got its answer which hung up as its time ended', async () => {
  await using server = await startServer();
  const { db } = server.store;
  await db
    .insertInto('listener_answer')
    .values({ ...row, answer: '201' })
    .execute();
  const { waits, told, messages, socket } = waitingSender(
    server.store,
    {
      read: async () => {
        socket.destroy();
        return packAnswer(answer);
      },
      take: async () => true,
    },
    { hasRoom: false },
  );
  await waits.close();
  expect(told).toEqual([]);
  expect(messages).toEqual(['settled - 1 open']);
  expect(await db.selectFrom('listener_answer').selectAll().execute()).toEqual([]);
});
