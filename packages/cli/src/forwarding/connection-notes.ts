import type { StreamState } from '@hookwell/client';
import {
  droppedSentence,
  keptFromNowOn,
  type WithDropped,
} from '../captured-requests/readable-request.ts';
import type { Surroundings } from '../command-line/command.ts';
import { timeSpan } from '../output/amounts.ts';
import { stylesOf } from '../output/terminal.ts';
import { visible } from '../output/text.ts';
import type { Retrying, RetryPlan } from './retrying.ts';

/**
 * Announces once that each connection stands, for people and for programs that wait for it, and tells why one does
 * not stand yet. People at a terminal also hear of later losses and returns: once for all connections, which are mostly lost together.
 * @param announcements a sentence for each connection
 */
export function connectionNotes(
  world: Pick<Surroundings, 'output' | 'notes' | 'note'>,
  announcements: readonly string[],
): (connection: number, state: StreamState) => void {
  const { good, warning } = stylesOf(world.notes);
  const announced = new Set<number>();
  const lost = new Set<number>();
  return (connection, state) => {
    if (announced.has(connection) && !world.output.isTerminal) return;
    if (state.state === 'reconnecting') {
      if (lost.size === 0) {
        world.note(warning(`${state.reason.message}; it is tried again until it works`));
      }
      lost.add(connection);
    }
    if (state.state !== 'live') return;
    const wasLost = lost.delete(connection);
    if (!announced.has(connection)) world.note(announcements[connection] ?? '');
    else if (wasLost && lost.size === 0) world.note(good('Connected again'));
    announced.add(connection);
  };
}

/** Tells that the target is away or refuses, and that it is back. Without a second try each request's own line tells it. */
export function targetNotes(
  world: Pick<Surroundings, 'notes' | 'note'>,
  plan: RetryPlan,
): Retrying {
  const { retryMs } = plan;
  const nothing = () => {};
  if (retryMs === 0) return { ...plan, onAway: nothing, onRefusing: nothing, onBack: nothing };
  const { good, warning } = stylesOf(world.notes);
  const again = `tried again for ${timeSpan(retryMs)}`;
  return {
    ...plan,
    onAway: (error) =>
      world.note(warning(`The target is away (${error}); each request is ${again}`)),
    onRefusing: (status) =>
      world.note(warning(`The target answered with ${status}; such requests are ${again}`)),
    onBack: () => world.note(good('The target is back')),
  };
}

/** Tells that the target does not get all headers of a request. */
export function missingNote(
  world: Pick<Surroundings, 'notes' | 'note'>,
  isSigned: boolean,
): (id: number, request: WithDropped) => void {
  const { warning } = stylesOf(world.notes);
  return (id, request) => {
    const missing = `The target does not get all headers of request ${id}. ${droppedSentence(request)}`;
    world.note(warning(missing + signedAnew(isSigned)));
  };
}

/** Tells before the first request that the endpoint drops headers, and so the target does not get them. */
export function droppingNote(token: string, isSigned: boolean): string {
  return `The endpoint drops headers whose names begin with X-, and the target does not get them: ${keptFromNowOn} (echo '{"xHeaders":"keep"}' | hookwell endpoints settings set ${token} - --merge)${signedAnew(isSigned)}`;
}

function signedAnew(isSigned: boolean): string {
  return isSigned ? '' : '; --sign makes those of a signature anew';
}

/** Tells which headers of the target's answers senders do not get. */
export function leftOutNote(
  world: Pick<Surroundings, 'notes' | 'note'>,
): (names: readonly string[]) => void {
  const { warning } = stylesOf(world.notes);
  return (names) => {
    const which = names.length === 1 ? 'a header' : 'headers';
    world.note(
      warning(
        `The target answers with ${which} that cannot be sent back, and senders do not get: ${visible(names.join(', '))}`,
      ),
    );
  };
}
