import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AnswerNote } from '../../src/capture-log/deliveries-page.ts';
import { AnswerNotes } from '../../src/replies/answer-notes.ts';
import { forFile } from '../kept-for.ts';
import { startServer, type TestServer } from '../start-server.ts';

const server = forFile(await startServer());

function recorded({ store: { captures: stored, ...others } }: TestServer) {
  const writes: (readonly AnswerNote[])[] = [];
  const captures = Object.create(stored, {
    noteAnswers: { value: async (notes: readonly AnswerNote[]) => void writes.push(notes) },
  });
  const store = { ...others, captures };
  return { writes, notes: new AnswerNotes({ store, log: pino({ level: 'silent' }) }) };
}

test('notes that the database does not keep up with are left out, the others are written five hundred at a time', async () => {
  const { notes, writes } = recorded(server);
  for (let id = 1; id <= 12_000; id += 1) notes.note(id, 'gaveUpAfter', 1.4);
  await notes.close();
  expect(writes.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => 500));
  expect(writes[0]?.[0]).toEqual({ id: 1, gaveUpAfter: 1 });
});

test('the end awaits the findings that are still to come', async () => {
  const { notes, writes } = recorded(server);
  const { promise, resolve } = Promise.withResolvers<string>();
  notes.noteSignature(1, 7, promise);
  const closed = notes.close();
  setTimeout(resolve, 10, '{}');
  await closed;
  expect(writes).toEqual([[{ id: 7, signature: '{}' }]]);
});
