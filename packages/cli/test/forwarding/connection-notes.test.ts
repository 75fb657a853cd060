import { HookwellError, type StreamState } from '@hookwell/client';
import { expect, test } from 'vitest';
import { connectionNotes, targetNotes } from '../../src/forwarding/connection-notes.ts';

const reason = new HookwellError('The connection was lost', { status: 0 });
const lost = { state: 'reconnecting', reason, retryInMs: 500 } as const;

function notesOf(isTerminal: boolean): string[] {
  const notes: string[] = [];
  const display = { isTerminal, hasColours: false, columns: 80 };
  const world = { output: display, notes: display, note: (line: string) => void notes.push(line) };
  const connections = connectionNotes(world, ['Listening']);
  const tell = (state: StreamState) => connections(0, state);
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

test.each([true, false])(
  'everybody hears that the target is away, and is back (terminal: %s)',
  (isTerminal) => {
    const notes: string[] = [];
    const display = { isTerminal, hasColours: false, columns: 80 };
    const world = { notes: display, note: (line: string) => void notes.push(line) };
    for (const retryMs of [30_000, 0]) {
      const plan = { retryMs, retryStatuses: new Set([503]) };
      const { onAway, onRefusing, onBack } = targetNotes(world, plan);
      onAway('connection refused');
      onRefusing(503);
      onBack();
    }
    expect(notes).toEqual([
      'The target is away (connection refused); each request is tried again for 30s',
      'The target answered with 503; such requests are tried again for 30s',
      'The target is back',
    ]);
  },
);
