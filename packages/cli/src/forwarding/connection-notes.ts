import type { StreamState } from '@hookwell/client';
import { droppedSentence, type WithDropped } from '../captured-requests/dropped-headers.ts';
import type { Surroundings } from '../command-line/command.ts';
import { stylesOf } from '../output/terminal.ts';
import type { Retrying } from './forwarder.ts';

/**
 * Announces once that the connection stands, for people and for programs that wait for it, and tells why it does
 * not stand yet. People at a terminal also hear of later losses and returns.
 */
export function connectionNotes(
  world: Pick<Surroundings, 'output' | 'notes' | 'note'>,
  announcement: string,
): (state: StreamState) => void {
  const { good, warning } = stylesOf(world.notes);
  let isAnnounced = false;
  let isLost = false;
  return (state) => {
    if (isAnnounced && !world.output.isTerminal) return;
    if (state.state === 'reconnecting' && !isLost) {
      isLost = true;
      world.note(warning(`${state.reason.message}; it is tried again until it works`));
    }
    if (state.state !== 'live') return;
    if (!isAnnounced) world.note(announcement);
    else if (isLost) world.note(good('Connected again'));
    isAnnounced = true;
    isLost = false;
  };
}

/** Tells that the target is away, and that it is back. Without a second try each request's own line tells it. */
export function targetNotes(
  world: Pick<Surroundings, 'notes' | 'note'>,
  retryMs: number,
): Retrying {
  if (retryMs === 0) return { retryMs, onAway: () => {}, onBack: () => {} };
  const { good, warning } = stylesOf(world.notes);
  const again = `each request is tried again for ${retryMs / 1000} s`;
  return {
    retryMs,
    onAway: (error) => world.note(warning(`The target is away (${error}); ${again}`)),
    onBack: () => world.note(good('The target is back')),
  };
}

/** Tells that the target does not get all headers of a request. */
export function missingNote(
  world: Pick<Surroundings, 'notes' | 'note'>,
  isSigned: boolean,
): (id: number, request: WithDropped) => void {
  const { warning } = stylesOf(world.notes);
  const remedy = isSigned ? [] : ['--sign makes those of a signature anew'];
  return (id, request) => {
    const missing = `The target does not get all headers of request ${id}. ${droppedSentence(request)}`;
    world.note(warning([missing, ...remedy].join('; ')));
  };
}
