import type { StreamState } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { stylesOf } from '../output/terminal.ts';
import type { Retrying } from './forwarder.ts';

/**
 * Says once that the connection stands, for people and for programs that wait for it, and why it does not stand
 * yet. Somebody at a terminal also hears when it is lost later, and back.
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

/** The same of the target: somebody at a terminal hears when it is away, and when it is back. */
export function targetNotes(
  world: Pick<Surroundings, 'output' | 'notes' | 'note'>,
  milliseconds: number,
): Retrying {
  if (!world.output.isTerminal) return { milliseconds, onAway: () => {}, onBack: () => {} };
  const { good, warning } = stylesOf(world.notes);
  const again = `each request is tried again for ${milliseconds / 1000} s`;
  return {
    milliseconds,
    onAway: (error) => {
      if (milliseconds > 0) world.note(warning(`The target is away (${error}); ${again}`));
    },
    onBack: () => world.note(good('The target is back')),
  };
}
