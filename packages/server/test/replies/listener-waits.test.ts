import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { NodeMessages } from '../../src/database/node-messages.ts';
import type { OfferedAnswers, OtherNodes } from '../../src/database/other-nodes.ts';
import { AnswerOffers } from '../../src/listeners/answer-offers.ts';
import { AnswerRows } from '../../src/listeners/answer-rows.ts';
import { createMetrics } from '../../src/metrics.ts';
import { ListenerWaits } from '../../src/replies/listener-waits.ts';
import type { PreparedAnswer } from '../../src/replies/prepared-answer.ts';
import { startServer } from '../start-server.ts';

const unexpected = async (): Promise<never> => {
  throw new Error('nobody asks for this');
};

test('an answer that is taken back as the time ends decides nothing: the sender is answered otherwise', async () => {
  await using server = await startServer();
  const { db } = server.store;
  const row = { capture_id: 1, node: 'a', waits_until: Date.now(), retry_after: null };
  // The other node has offered it.
  await db
    .insertInto('listener_answer')
    .values({ ...row, answer: '201' })
    .execute();
  const offered: OfferedAnswers = {
    offer: unexpected,
    // The other node takes it back between the end of the time and this look.
    read: async () => {
      await db.updateTable('listener_answer').set({ answer: null }).execute();
      return undefined;
    },
    take: unexpected,
    look: unexpected,
    takeBack: unexpected,
    isOver: unexpected,
    removeLeft: unexpected,
  };
  const others: OtherNodes = {
    messages: new NodeMessages(async () => {}),
    listeners: {
      put: unexpected,
      remove: unexpected,
      renew: unexpected,
      removeAllOf: unexpected,
      readOthers: unexpected,
      readMatches: unexpected,
    },
    offers: offered,
  };
  const told: (PreparedAnswer | 'otherwise')[] = [];
  const waits = new ListenerWaits({
    rows: new AnswerRows(db),
    offers: new AnswerOffers('a', others, () => {}),
    ended: () => {},
    // Its time is over at once.
    hold: () => false,
    giveUp: () => {},
    send: (_, answer) => void told.push(answer),
    tell: () => {},
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  });
  waits.begin({
    response: new ServerResponse(new IncomingMessage(new Socket())),
    accountId: 1,
    party: 1,
    captureId: 1,
    committedAt: performance.now(),
    answer: {
      kind: 'listener',
      delayMs: 1000,
      heldBytes: 0,
      listeners: [],
      matching: [],
      otherwise: () => void told.push('otherwise'),
    },
  });
  await waits.close();
  expect(told).toEqual(['otherwise']);
  expect(await db.selectFrom('listener_answer').selectAll().execute()).toEqual([]);
});
