import { HookwellError } from '@hookwell/client';
import { expect, test } from 'vitest';
import { connectionNotes } from '../../src/forwarding/connection-notes.ts';

const reason = new HookwellError('The connection was lost', { status: 0 });
const lost = { state: 'reconnecting', reason, retryInMs: 500 } as const;

function notesOf(isTerminal: boolean): string[] {
  const notes: string[] = [];
  const display = { isTerminal, hasColours: false, columns: 80 };
  const world = { output: display, notes: display, note: (line: string) => void notes.push(line) };
  const tell = connectionNotes(world, 'Listening');
  tell({ state: 'connecting' });
  tell({ state: 'live' });
  tell(lost);
  tell({ state: 'connecting' });
  tell(lost);
  tell({ state: 'connecting' });
  tell({ state: 'live' });
  return notes;
}

test('somebody at a terminal hears once that the connection is lost, and once that it is back', () => {
  expect(notesOf(true)).toEqual([
    'Listening',
    'The connection was lost; it is tried again until it works',
    'Connected again',
  ]);
});

test('readers of a pipe hear once that it stands', () => {
  expect(notesOf(false)).toEqual(['Listening']);
});
