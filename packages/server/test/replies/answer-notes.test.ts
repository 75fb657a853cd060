import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AnswerNote } from '../../src/capture-log/capture-log.ts';
import { AnswerNotes } from '../../src/replies/answer-notes.ts';
import { startServer } from '../start-server.ts';

test('notes that the database does not keep up with are left out, the others are written a thousand at a time', async () => {
  await using server = await startServer();
  const writes: (readonly AnswerNote[])[] = [];
  const captures = Object.create(server.store.captures, {
    noteAnswers: { value: async (notes: readonly AnswerNote[]) => void writes.push(notes) },
  });
  const store = { ...server.store, captures };
  const notes = new AnswerNotes({ store, log: pino({ level: 'silent' }) });
  for (let id = 1; id <= 12_000; id += 1) notes.note(id, 'gaveUpAfter', 1.4);
  await notes.close();
  expect(writes.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 1000));
  expect(writes[0]?.[0]).toEqual({ id: 1, gaveUpAfter: 1 });
});
