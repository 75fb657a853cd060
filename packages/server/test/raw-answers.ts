import { once } from 'node:events';
import type { Socket } from 'node:net';
import { parseAnswer, type RawAnswer } from './raw-http.ts';

/** Reads this number of answers in the order in which they come on the socket, then ends the socket. */
export async function readAnswers(socket: Socket, count: number): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  let received = Buffer.alloc(0);
  for await (const piece of socket) {
    received = Buffer.concat([received, piece]);
    for (let next = parseAnswer(received); next !== undefined; next = parseAnswer(received)) {
      answers.push(next.answer);
      received = received.subarray(next.length);
    }
    if (answers.length >= count) return answers;
  }
  await once(socket, 'close');
  throw new Error(`closed after ${answers.length} of ${count} answers`);
}
