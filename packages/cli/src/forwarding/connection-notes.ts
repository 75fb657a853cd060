import type { StreamState } from '@hookwell/client';
import type { Surroundings } from '../command.ts';
import { stylesOf } from '../output/terminal.ts';

/**
 * Tells somebody at a terminal how the connection does: once that it stands, and later when it is lost and
 * back. Whoever has the lines in a pipe hears nothing of it.
 */
export function connectionNotes(
  world: Pick<Surroundings, 'output' | 'notes' | 'note'>,
  announcement: string,
): (state: StreamState) => void {
  if (!world.output.isTerminal) return () => {};
  const { good, warning } = stylesOf(world.notes);
  let isAnnounced = false;
  let isLost = false;
  return (state) => {
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
