import { once } from 'node:events';
import { expect, test } from 'vitest';
import { mostUnsentBytes, UnsentBodies } from '../../src/fairness/unsent-bodies.ts';
import { exchangeOn } from '../exchange.ts';

const mebibyte = 1024 * 1024;

function countOne(unsent: UnsentBodies, party: number) {
  const { request, response } = exchangeOn();
  unsent.count(response, party, mebibyte);
  return { socket: request.socket, response };
}

test('connections of the party with most unread answers are closed, the oldest first', () => {
  const unsent = new UnsentBodies();
  const few = countOne(unsent, 1);
  const many = Array.from({ length: 70 }, () => countOne(unsent, 2).socket.destroyed);
  expect(many).not.toContain(true);
  expect([few.socket.destroyed, unsent.held]).toEqual([false, mostUnsentBytes]);
  expect(countOne(unsent, 1).socket.destroyed).toBe(false);
});

test('any number of parties hold no more', () => {
  const unsent = new UnsentBodies();
  const all = Array.from({ length: 3 * 110 }, (_, index) => countOne(unsent, index % 110));
  const open = all.filter(({ socket }) => !socket.destroyed);
  expect([unsent.held, open]).toEqual([mostUnsentBytes, expect.objectContaining({ length: 64 })]);
});

test('an answer that was sent, or whose connection closed, holds nothing', async () => {
  const unsent = new UnsentBodies();
  countOne(unsent, 1).response.sent();
  expect(unsent.held).toBe(0);
  const { socket } = countOne(unsent, 1);
  socket.destroy();
  await once(socket, 'close');
  expect(unsent.held).toBe(0);
});
